import { type Conversation, usePlay } from '../../../data/conversations.ts'
import { Button } from '../../../kit/button.tsx'
import { Problem } from '../../../kit/problem.ts'
import { toast } from '../../../kit/toast.tsx'

/** Plays a conversation on every engine with search, and shows how often the brand was named. */
export function PlayNow({ conversation: { id, name } }: { conversation: Conversation }) {
  const play = usePlay()
  function start() {
    play.mutate(id, {
      onSuccess: (played) => {
        if ('scanId' in played) {
          toast(`${name} is still running. See Answers for the results.`, { seconds: 10 })
          return
        }
        const { checks, mentions, engines } = played
        toast(
          `${name}: ${mentions} of ${checks} answers name you, on ${engines.length} ${engines.length === 1 ? 'engine' : 'engines'}.`,
          { seconds: 10 },
        )
      },
      onError: (error) => toast(error instanceof Problem ? error.message : String(error), { seconds: 10 }),
    })
  }
  return (
    <Button slim busy={play.isPending && 'Running'} onClick={start}>
      Run now<span className="sr">: {name}</span>
    </Button>
  )
}
