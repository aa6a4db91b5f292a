import type { Answer } from '../../../data/answers.ts'
import { Status } from '../../../kit/status.tsx'
import * as strings from './strings.ts'

/** Whether an answer names the brand, as a label. */
export function AnswerOutcome({ shown, mentioned, echo }: Pick<Answer, 'shown' | 'mentioned' | 'echo'>) {
  if (!shown) return <Status state="off">{strings.answerTable.notShown}</Status>
  if (echo) return <Status state="off">{strings.answerTable.echo}</Status>
  return mentioned ? (
    <Status state="good">{strings.answerTable.namesYou}</Status>
  ) : (
    <Status state="off">{strings.answerTable.notNamed}</Status>
  )
}
