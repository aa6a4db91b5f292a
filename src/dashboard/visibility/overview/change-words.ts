import type { Changes } from '../../data/visibility.ts'
import type { State } from '../../kit/status.tsx'

type ChangeWord = { word: string; state: State }

/** The change of an answer, in words. */
export const tell: Record<Changes['events'][number]['type'], ChangeWord> = {
  lost_mention: { word: 'No longer named', state: 'bad' },
  competitor_displaced: { word: 'Displaced', state: 'bad' },
  gained_mention: { word: 'Named now', state: 'good' },
  position_improved: { word: 'Higher up', state: 'good' },
  position_dropped: { word: 'Lower down', state: 'warn' },
  citation_added: { word: 'You are cited', state: 'good' },
  citation_removed: { word: 'No longer cited', state: 'warn' },
  competitor_cited: { word: 'Competitor cited', state: 'warn' },
  new_engine: { word: 'New engine', state: 'now' },
}
