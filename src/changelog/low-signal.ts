import type { Change } from './change.ts'
import type { Classification } from './classify.ts'
import { categoryOfNature, type Nature } from './nature.ts'
import { isBot } from './people.ts'
import { routine } from './reasons.ts'
import { detailWords, smallDocumentation, substanceWords, vagueTitle, wordingWords } from './words.ts'

/** Why a change is not worth a reader's time (rule 2); null when it is. */
export function lowSignal(change: Change, { category, nature, isBreaking }: Classification): string | null {
  const title = change.subject.gist
  if (isBreaking || change.undoesThePast || category === 'Security') return null
  if (vagueTitle.test(title)) return routine.vague.reason
  if (wordingWords.test(title) && nature !== 'feature' && nature !== 'performance')
    return routine.wording.reason
  // Something stronger than the kind of work, for example a label, says that it matters.
  if (nature === null || category !== categoryOfNature[nature]) return null
  if (nature === 'dependencies') return routine.dependencies.reason
  if (nature === 'style') return routine.formatting.reason
  if (nature === 'documentation') return smallDocumentation.test(title) ? routine.documentation.reason : null
  if (isSubstantial(change, nature)) return null
  if (nature === 'testing') return routine.testing.reason
  if (nature === 'ci') return routine.integration.reason
  if (nature === 'internal') return routine.internal.reason
  return isAutomatic(change) ? routine.automatic.reason : null
}

function isSubstantial(change: Change, nature: Nature): boolean {
  const { subject, paths, work } = change
  if (isAutomatic(change)) return false
  if (nature === 'ci' && /^(?:add|introduce|create|set up)s?\b/i.test(subject.gist)) return true
  if (substanceWords.test(subject.gist)) return !detailWords.test(subject.gist)
  return paths.length >= 25 || work.length >= 8
}

function isAutomatic({ authors }: Change): boolean {
  return authors.length > 0 && authors.every(isBot)
}
