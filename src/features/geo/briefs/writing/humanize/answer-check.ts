import { defineTextTask } from '../../../../../text-thread.ts'
import { mostCheckedHere } from '../../../../posts/text-fault.ts'
import { type Assignment, standardFor } from '../check-again.ts'
import { judgeAgain, type Wording } from '../rules.ts'
import { addsName, isWhole } from './rules.ts'

/** An article before its last pass, and what the model answered. */
type PassToCheck = Assignment & { article: Wording & { markdown: string }; said: string }

/** The article after its last pass, null where that broke something; mostly on the text thread. */
export const humanizedCheck = defineTextTask(
  'humanized-article',
  mostCheckedHere,
  ({ article, said, ...assignment }: PassToCheck): string | null => {
    const standard = standardFor(assignment)
    const { markdown, faults } = judgeAgain(said, article, standard)
    const isTaken =
      faults.length === 0 &&
      isWhole(article.markdown, markdown) &&
      !addsName(article.markdown, markdown, standard.language)
    return isTaken ? markdown : null
  },
)
