import type { Change } from './change.ts'
import type { Classification } from './classify.ts'
import { guessKind } from './learned/kinds.ts'
import { categoryOfNature, type Nature } from './nature.ts'
import { mainKindOf } from './paths.ts'
import { isAutomatic } from './people.ts'
import { routine } from './reasons.ts'
import { natureOfSection } from './sections.ts'
import { isWording } from './signals.ts'
import {
  detailWords,
  featureWords,
  fixWords,
  newGuide,
  newTestSuite,
  packagingWords,
  substanceWords,
  vagueTitle,
  vagueUntyped,
} from './words.ts'

/** Whether maintainers write a note for nearly every important change. */
export type NotePractice = { notesAll: boolean }

/** Why a change is left out (rule 2); null if it is listed. */
export function lowSignal(
  change: Change,
  { category, nature, isBreaking }: Classification,
  { notesAll }: NotePractice,
): string | null {
  const title = change.subject.gist
  const isNoted = change.notes.some(({ section }) => natureOfSection(section) !== 'internal')
  if (isBreaking || category === 'Security') return null
  if (change.undoesThePast && !unshipped.has(mainKindOf(change.paths) ?? '')) return null
  if (isNoted && !aside.has(nature)) return null
  const isUntyped = nature === 'fix' || (nature === 'feature' && change.subject.type === null)
  const isWord = isUntyped && !/\s/.test(title.trim()) && /^[ -~]*$/.test(title)
  const isVague = vagueTitle.test(title) || (change.subject.type !== 'feat' && vagueUntyped.test(title))
  if ((isVague || isWord) && change.notes.length === 0) return routine.vague.reason
  if (
    isWording(change) &&
    (change.subject.type === null || (nature !== 'feature' && nature !== 'performance'))
  )
    return routine.wording.reason
  // A stronger sign than the kind of work, for example a label, makes it important.
  if (category !== categoryOfNature[nature]) return outranked.has(category) ? routine.internal.reason : null
  if (isSubstantial(change, nature)) return null
  return reasonOf(change, nature) ?? (notesAll && isUnnoted(change) ? routine.unnoted.reason : null)
}

/** A revert of work that nobody got does not concern users either. */
const unshipped = new Set<string>(['ci', 'testing', 'documentation', 'agents', 'tooling'])

/** Kinds of work that a note alone does not make important. */
const aside = new Set<Nature>(['documentation', 'style', 'translation', 'ci'])

const outranked = new Set(['Internal Changes', 'Testing', 'Documentation', 'Infrastructure'])

function reasonOf(change: Change, nature: Nature): string | null {
  const isShipped = mainKindOf(change.paths) === 'source'
  if (nature === 'dependencies') return isShipped ? routine.adaptation.reason : routine.dependencies.reason
  if (nature === 'style')
    return isShipped && !formatting.test(change.subject.gist)
      ? routine.internal.reason
      : routine.formatting.reason
  if (nature === 'documentation') return routine.documentation.reason
  if (nature === 'testing') return isShipped ? routine.internal.reason : routine.testing.reason
  if (nature === 'ci') return routine.integration.reason
  if (nature === 'translation') return routine.translation.reason
  if (nature === 'internal') return routine.internal.reason
  if (nature === 'infrastructure') return isShipping(change) ? null : routine.build.reason
  return isAutomatic(change) && change.subject.type === null ? routine.automatic.reason : null
}

const formatting =
  /\b(?:format\w*|whitespaces?|indent\w*|lint\w*|style|imports?|prettier|eslint|biome|gofmt|rustfmt|black|ruff|rubocop|clippy)\b/i

/** Changes how users get the product: packages, images and their platforms. */
function isShipping(change: Change): boolean {
  if (isAutomatic(change)) return false
  if (packagingWords.test(change.subject.gist)) return true
  const isMended = fixWords.test(change.subject.gist) || featureWords.test(change.subject.gist)
  return isMended && mainKindOf(change.paths) === 'infrastructure'
}

/** A change without a declared type, note or other emphasis, in a project that notes everything important. */
function isUnnoted({ notes, subject, paths, labels }: Change): boolean {
  if (notes.length > 0 || subject.type !== null || labels.length > 0) return false
  return guessKind(subject.gist, paths).forUsers < 0.75
}

function isSubstantial(change: Change, nature: Nature): boolean {
  const { gist } = change.subject
  if (isAutomatic(change)) return false
  if (nature === 'documentation') return newGuide.test(gist)
  if (nature === 'testing') return newTestSuite.test(gist)
  if (nature === 'internal')
    return (
      substanceWords.test(gist) &&
      !detailWords.test(gist) &&
      (change.paths.length === 0 || change.paths.length >= 10)
    )
  return false
}
