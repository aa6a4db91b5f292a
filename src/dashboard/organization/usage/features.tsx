import { FileText, Image, type LucideIcon, MessageSquareText, Sparkles } from 'lucide-react'
import type { Feature } from '../../data/usage.ts'
import { Icon } from '../../kit/icon.tsx'
import { inDigits } from '../../kit/number.ts'
import { type Group, Legend, Tally } from '../../kit/tally.tsx'
import * as strings from './strings.ts'

const icons: Record<Feature['feature'], LucideIcon> = {
  long_form_posts: FileText,
  social_posts: MessageSquareText,
  image_generations: Image,
  ai_answers: Sparkles,
}

/** The most ticks that a pointer can still select one by one. */
const maxTicks = 72

/**
 * The usage of each kind of post and of engine answers: a tick for each one that the limit allows, in words
 * without a limit or for a larger one.
 */
export function Features({ features }: { features: Feature[] }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is none to some readers
    <ul role="list" className="todo" aria-label={strings.features.usedThisMonth}>
      {features.map((feature) => (
        <FeatureRow key={feature.feature} feature={feature} />
      ))}
    </ul>
  )
}

function FeatureRow({ feature }: { feature: Feature }) {
  const { used, held, limit } = feature
  const label = feature.feature === 'ai_answers' ? strings.features.answersInScans : feature.label
  const groups = groupsOf(feature)
  const isDrawn = limit !== null && limit > 0 && limit <= maxTicks && used + held <= limit
  return (
    <li>
      <Icon of={icons[feature.feature]} />
      <span className="t">{label.charAt(0).toUpperCase() + label.slice(1)}</span>
      <p>{strings.features.hints[feature.feature]}</p>
      {isDrawn ? <Legend groups={groups} /> : <p>{inWords(feature)}</p>}
      <span className="draw">{isDrawn && <Tally noun={label} groups={groups} />}</span>
      <span className="act num wide-only">
        {limit !== null && inDigits(used) + strings.features.ofLimit(inDigits(limit))}
      </span>
    </li>
  )
}

function groupsOf(feature: Feature): Group[] {
  const { used, held, limit } = feature
  return [
    { kind: 'li', count: used, label: strings.features.usedLegend },
    { kind: 'out', count: held, label: strings.features.inProgressLegend },
    { kind: 'wait', count: Math.max(0, (limit ?? 0) - used - held), label: strings.features.leftLegend },
  ]
}

function inWords(feature: Feature): string {
  const { used, held, limit } = feature
  const said = [strings.features.used(inDigits(used))]
  if (held > 0) said.push(strings.features.inProgress(inDigits(held)))
  const left = (limit ?? 0) - used - held
  if (limit === null) said.push(strings.features.noLimit)
  else if (limit === 0) said.push(strings.features.notIncluded)
  else said.push(left > 0 ? strings.features.left(inDigits(left)) : strings.features.noneLeft)
  return `${said.join(', ')}.`
}
