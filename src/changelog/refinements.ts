import type { Category } from './category.ts'
import { type Change, nameOf } from './change.ts'
import { kindOfPath } from './paths.ts'
import { noveltyWords } from './words.ts'

type JudgedChange = { change: Change; category: Category; isBreaking: boolean; because: string[] }

/**
 * Separates the fixes and refinements of features that the range itself adds: changes whose shipped files were all
 * created by earlier features of the range. Readers never had the faults that they fix. `refined` counts them by
 * feature.
 */
export function foldRefinements<T extends JudgedChange>(
  judged: T[],
): { kept: T[]; folded: (JudgedChange & { reason: string })[]; refined: Map<T, number> } {
  const creators = new Map<string, T>()
  const refined = new Map<T, number>()
  const folded: (JudgedChange & { reason: string })[] = []
  const kept: T[] = []
  // Changes are listed newest first; a feature comes before its refinements.
  for (const each of judged.toReversed()) {
    const feature = featureOf(each, creators)
    if (feature) {
      const reason = `It refines ${nameOf(feature.change)}, which is new in this range.`
      const { change, category, because } = each
      folded.push({ change, category, isBreaking: false, reason, because: [...because, reason] })
      refined.set(feature, (refined.get(feature) ?? 0) + 1)
      continue
    }
    kept.push(each)
    if (each.category !== 'Features & Enhancements') continue
    for (const { added = [] } of each.change.commits)
      for (const path of added) if (kindOfPath(path) === 'source') creators.set(path, each)
  }
  return { kept: kept.toReversed(), folded: folded.toReversed(), refined }
}

/** The feature that created most files of a refinement; null for any other change. */
function featureOf<T extends JudgedChange>(each: T, creators: Map<string, T>): T | null {
  const { change, category, isBreaking } = each
  if (creators.size === 0 || isBreaking || category === 'Security' || change.undoesThePast) return null
  if (
    change.notes.length > 0 ||
    (category === 'Features & Enhancements' && noveltyWords.test(change.subject.gist))
  )
    return null
  const sources = change.paths.filter((path) => kindOfPath(path) === 'source')
  const features = sources.map((path) => creators.get(path))
  const [first] = features
  return first !== undefined && features.every((found) => found !== undefined) ? first : null
}
