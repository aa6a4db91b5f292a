import { ArrowDown, ArrowUp, Link2, Link2Off, type LucideIcon, Minus, Plus } from 'lucide-react'
import type { Changes } from '../../data/visibility.ts'
import * as strings from './strings.ts'

type Event = Changes['events'][number]
type ChangeWord = { word: string; icon: LucideIcon }

const lost: ChangeWord = { word: strings.changeWords.noLongerNamed, icon: Minus }
const lower: ChangeWord = { word: strings.changeWords.lowerDown, icon: ArrowDown }

const changeWords: Record<Exclude<Event['type'], 'competitor_displaced'>, ChangeWord> = {
  lost_mention: lost,
  gained_mention: { word: strings.changeWords.namedNow, icon: Plus },
  position_improved: { word: strings.changeWords.higherUp, icon: ArrowUp },
  position_dropped: lower,
  citation_added: { word: strings.changeWords.youAreCited, icon: Link2 },
  citation_removed: { word: strings.changeWords.noLongerCited, icon: Link2Off },
  competitor_cited: { word: strings.changeWords.competitorCited, icon: Link2 },
  new_engine: { word: strings.changeWords.newEngine, icon: Plus },
}

/** The change of an answer, in words. A single answer does not show that a competitor displaced the brand. */
export function describeChange({ type, mentioned }: Pick<Event, 'type' | 'mentioned'>): ChangeWord {
  if (type === 'competitor_displaced') return mentioned ? lower : lost
  return changeWords[type]
}

/** Whether a change is one of cited sources. */
export const isCitation = ({ type }: Pick<Event, 'type'>) =>
  type === 'citation_added' || type === 'citation_removed' || type === 'competitor_cited'

/** The numbers of changed citations of the user's site and of new ones of competitors. */
export function countCitations(events: Pick<Event, 'type'>[]) {
  const citations = events.filter(isCitation)
  const competitors = citations.filter(({ type }) => type === 'competitor_cited').length
  return { own: citations.length - competitors, competitors }
}
