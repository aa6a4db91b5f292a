import type { InputRequest, Resolution } from '../../../features/conversations/sessions/log/events.ts'
import { type Response, toResponse } from '../../data/agent-sessions.ts'
import { lazyView } from '../../kit/lazy-view.tsx'
import { toolWords } from '../conversation/call-words.ts'
import { Question } from './question.tsx'
import * as strings from './strings.ts'

const Approval = lazyView(() => import('../conversation/approval.tsx').then((m) => m.Approval))

/** The pending requests of a session: how to answer, whether an answer is being sent, and who may approve. */
export type RequestActions = {
  answer: (response: Response) => void
  isBusy: boolean
  /** Undefined until it is loaded. */
  waiting: { id: string; obstacle: string | null }[] | undefined
  /** The request with the keyboard shortcuts. */
  firstId: string | undefined
}

/** A request to the user: a card while it is pending, a line once it is settled. */
export function Request({
  request,
  resolution,
  actions,
}: {
  request: InputRequest
  resolution: Resolution | null
  actions: RequestActions
}) {
  const { requestId, kind, prompt, action } = request
  if (resolution) return <Settled request={request} resolution={resolution} />
  if (kind === 'question')
    return <Question request={request} isBusy={actions.isBusy} answer={actions.answer} />
  return (
    <Approval
      id={requestId}
      tool={action.toolName}
      prompt={prompt}
      waiting={actions.waiting?.find(({ id }) => id === requestId)}
      isFirst={requestId === actions.firstId}
      isBusy={actions.isBusy || actions.waiting === undefined}
      decide={(decision) => actions.answer(toResponse(requestId, decision))}
    />
  )
}

const outcomes: Record<Resolution['outcome'], string> = strings.request.outcomes

function Settled({
  request: { kind, prompt, action, options },
  resolution: { outcome, response },
}: {
  request: InputRequest
  resolution: Resolution
}) {
  const chosen = options.find(({ id }) => id === response?.optionId)?.label
  const said = response?.text ?? (kind === 'question' ? chosen : undefined)
  const what = kind === 'question' ? 'a question' : toolWords(action.toolName)
  return (
    <details className="call">
      <summary>
        {outcomes[outcome]}: {what}
        {said && `, “${said}”`}
      </summary>
      <p className="answer-text">{prompt}</p>
    </details>
  )
}
