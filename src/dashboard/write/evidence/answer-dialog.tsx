import { Dialog } from '../../parts/dialog.tsx'
import { Time } from '../../parts/time.tsx'
import { AnswerDetail } from '../../prompts/answers/answer-detail.tsx'
import { useAnswer } from '../../prompts/answers/queries.ts'
import { useEngineNames } from '../../visibility/engines.ts'

/** A stored answer that a claim rests on. */
export function AnswerDialog({ checkId, onClose }: { checkId: string; onClose: () => void }) {
  const { data } = useAnswer(checkId)
  const nameOf = useEngineNames()
  return (
    <Dialog title={data ? `Answer from ${nameOf(data.engine)}` : 'Answer'} onClose={onClose} wide>
      {data && (
        <p className="muted">
          Prompt: “{data.prompt}”, <Time at={data.lastCheckedAt} />
        </p>
      )}
      <AnswerDetail checkId={checkId} />
    </Dialog>
  )
}
