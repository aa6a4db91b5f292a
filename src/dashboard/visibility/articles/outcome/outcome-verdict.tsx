import { ArrowDown, ArrowUp, CircleHelp, Equal } from 'lucide-react'
import type { Outcome } from '../../../data/briefs.ts'
import { Status } from '../../../kit/status.tsx'
import { verdictOf } from './words.ts'

const icons = {
  Rose: ArrowUp,
  Fell: ArrowDown,
  'No visible effect': Equal,
  'Not enough data': CircleHelp,
  'Effect unknown': CircleHelp,
}

/** The verdict about the mention rate, in a word. */
export function OutcomeVerdict({ outcome }: { outcome: Outcome }) {
  const { word, look } = verdictOf(outcome)
  return (
    <Status state={look} icon={icons[word as keyof typeof icons]}>
      {word}
    </Status>
  )
}
