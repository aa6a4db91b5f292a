import { type Conversation, usePlay } from '../../../data/conversations.ts'
import { Button } from '../../../kit/button.tsx'
import { Problem } from '../../../kit/problem.ts'
import { toast } from '../../../kit/toast.tsx'
import * as strings from './strings.ts'

/** Plays a conversation on every engine with search, and shows how often the brand was named. */
export function PlayNow({ conversation: { id, name } }: { conversation: Conversation }) {
  const play = usePlay()
  function start() {
    play.mutate(id, {
      onSuccess: (played) => {
        if ('scanId' in played) {
          toast(strings.playNow.stillRunning(name), { seconds: 10 })
          return
        }
        const { checks, mentions, engines } = played
        toast(strings.playNow.result(name, mentions, checks, engines.length), { seconds: 10 })
      },
      onError: (error) => toast(error instanceof Problem ? error.message : String(error), { seconds: 10 }),
    })
  }
  return (
    <Button slim busy={play.isPending && strings.playNow.running} onClick={start}>
      {strings.playNow.runNow(<span className="sr">: {name}</span>)}
    </Button>
  )
}
