import { readDeclaredBreaking } from './breaking.ts'
import type { Category } from './category.ts'
import { type Change, nameOf } from './change.ts'
import { kindOfPath } from './paths.ts'
import type { Theme } from './placed.ts'
import { noveltyWords } from './words.ts'

type JudgedChange = {
  change: Change
  category: Category
  isBreaking: boolean
  theme: Theme | null
  because: string[]
}
type FoldedChange = Omit<JudgedChange, 'theme'> & { reason: string }

/**
 * Separates the fixes and refinements of features that the range itself adds: changes whose shipped files were all
 * created by earlier features of the range. Readers never had the faults that they fix. `refined` counts them by
 * feature. What only its title makes a break is listed as an ordinary change: no release had it yet.
 */
export function foldRefinements<T extends JudgedChange>(
  judged: T[],
): { kept: T[]; folded: FoldedChange[]; refined: Map<T, number> } {
  const creators = new Map<string, T>()
  const refined = new Map<T, number>()
  const folded: FoldedChange[] = []
  const kept: T[] = []
  // Changes are listed newest first; a feature comes before its refinements.
  for (const each of judged.toReversed()) {
    const feature = featureOf(each, creators)
    if (feature && each.isBreaking) {
      const because = [...each.because, `No release has ${nameOf(feature.change)} yet, so it breaks nobody.`]
      kept.push({ ...each, isBreaking: false, theme: null, because })
      continue
    }
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
  if (creators.size === 0 || category === 'Security' || change.undoesThePast) return null
  if (isBreaking && readDeclaredBreaking(change, 'feature') !== null) return null
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
