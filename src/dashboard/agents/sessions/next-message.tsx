import { type Session, useSay } from '../../data/agent-sessions.ts'
import { useModels } from '../../data/chats.ts'
import { paths } from '../../data/paths.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { Notice } from '../../kit/notice.tsx'
import { Refusal } from '../chats/refusal.tsx'
import { Composer } from '../conversation/composer.tsx'
import { useDraft } from '../conversation/draft.ts'
import * as strings from './strings.ts'

/** The composer of a session's next message. */
export function NextMessage({
  sessionId,
  state,
  onSend,
}: {
  sessionId: string
  state: Session['state']
  onSend: () => void
}) {
  const { draft, change } = useDraft(sessionId)
  const { data: models } = useModels()
  const say = useSay(sessionId)
  if (state === 'completed')
    return (
      <Notice>
        <div className="row">
          <span>{strings.nextMessage.ended}</span>
          <ButtonLink slim href={paths.sessions()}>
            {strings.nextMessage.startNewSession}
          </ButtonLink>
        </div>
      </Notice>
    )
  function send() {
    onSend()
    // The field keeps the text until the server has accepted it.
    say.mutate(draft.text.trim(), { onSuccess: () => change({ text: '' }) })
  }
  return (
    <>
      {say.error && <Refusal error={say.error} retry={send} />}
      <Composer
        label={strings.nextMessage.message}
        text={draft.text}
        onChange={(text) => change({ text })}
        obstacle={models?.obstacle}
        isBusy={say.isPending || state === 'working'}
        onSend={send}
      >
        {state === 'waiting' && <span className="muted small">{strings.nextMessage.cancelsApproval}</span>}
      </Composer>
    </>
  )
}
