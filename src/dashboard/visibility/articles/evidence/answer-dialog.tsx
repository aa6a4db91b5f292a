import { useAnswer } from '../../../data/answers.ts'
import { Dialog } from '../../../kit/dialog.tsx'
import { Time } from '../../../kit/time.tsx'
import { useEngineNames } from '../../projects/engines.ts'
import { AnswerDetail } from '../../prompts/answers/answer-detail.tsx'
import * as strings from './strings.ts'

/** A stored answer that supports a claim. */
export function AnswerDialog({ checkId, onClose }: { checkId: string; onClose: () => void }) {
  const { data } = useAnswer(checkId)
  const nameOf = useEngineNames()
  return (
    <Dialog
      title={data ? strings.answerDialog.answerFrom(nameOf(data.engine)) : strings.answerDialog.answer}
      onClose={onClose}
      wide
    >
      {data && (
        <p className="muted">{strings.answerDialog.prompt(data.prompt, <Time at={data.lastCheckedAt} />)}</p>
      )}
      <AnswerDetail checkId={checkId} />
    </Dialog>
  )
}
