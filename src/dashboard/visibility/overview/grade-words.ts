import { inDollars } from '../../data/formats.ts'
import type { Overview } from '../../data/visibility.ts'
import * as strings from './strings.ts'

type Evidence = NonNullable<Overview['evidence']>

/** The most filled cells and the fewest answers of an engine that the lowest grade allows. */
const maxFilled = 1 / 3
const minAnswered = 0.5

/** The fewest engines of the next grade. */
const enginesNeeded = { exploratory: 2, directional: 3 }

/** The next step with its price, or why there is none; null for the highest grade. */
export function describeNext(
  { grade, engines: asked, filled, answered, nextStep }: Evidence,
  nameOf: (engine: string) => string,
): string | null {
  if (grade === 'decision') return null
  if (!nextStep) {
    if (filled > maxFilled || answered < minAnswered) return strings.grade.lacksAnswers
    const least = enginesNeeded[grade]
    return asked < least ? strings.grade.moreEngines(least) : strings.grade.longerRange
  }
  const { prompts, engines, scans, cents } = nextStep
  const name = strings.grade.names[nextStep.grade]
  if (prompts === 0 && engines.length === 0) return strings.grade.wait(scans, name)
  const parts = [prompts > 0 ? [strings.grade.morePrompts(prompts)] : [], engines.map(nameOf)].flat()
  const price = cents < 1 ? strings.grade.underOneCent : strings.grade.price(inDollars(cents))
  return strings.grade.add(parts, price, scans, name)
}
