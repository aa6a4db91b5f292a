import type { Changes } from '../../data/visibility.ts'
import type { State } from '../../kit/status.tsx'
import * as strings from './strings.ts'

type ChangeWord = { word: string; state: State }

/** The change of an answer, in words. */
export const changeWords: Record<Changes['events'][number]['type'], ChangeWord> = {
  lost_mention: { word: strings.changeWords.noLongerNamed, state: 'bad' },
  competitor_displaced: { word: strings.changeWords.displaced, state: 'bad' },
  gained_mention: { word: strings.changeWords.namedNow, state: 'good' },
  position_improved: { word: strings.changeWords.higherUp, state: 'good' },
  position_dropped: { word: strings.changeWords.lowerDown, state: 'warn' },
  citation_added: { word: strings.changeWords.youAreCited, state: 'good' },
  citation_removed: { word: strings.changeWords.noLongerCited, state: 'warn' },
  competitor_cited: { word: strings.changeWords.competitorCited, state: 'warn' },
  new_engine: { word: strings.changeWords.newEngine, state: 'now' },
}
