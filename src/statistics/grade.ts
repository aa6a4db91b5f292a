/*
 * How much a figure can carry. A grade needs enough prompts, engines, scans and days, a narrow interval, few filled
 * cells, and scans that agree: the even ones with the odd ones. The next step is the cheapest one that reaches the next
 * grade, if each pair of a prompt and an engine varies as much as those so far.
 */

export const grades = ['exploratory', 'directional', 'decision'] as const
export type Grade = (typeof grades)[number]

/** What a figure is based on. */
export type Evidence = {
  prompts: number
  engines: number
  /** Kinds of questions, such as comparisons. */
  intents: number
  scans: number
  days: number
  /** Half the width of the interval; null without a figure. */
  half: number | null
  /** The share of cells without an answer of their own. */
  filled: number
  /** The share of its questions that the least answering engine answered. */
  answered: number
  /** How far the rates of even and odd scans are apart; null with fewer than two scans. */
  uneven: number | null
}

type Needs = Omit<Evidence, 'half' | 'uneven'> & { half: number; uneven: number | null }

/** What a grade needs at least; of `half`, `filled` and `uneven` at most. */
const needs: Record<Exclude<Grade, 'exploratory'>, Needs> = {
  directional: {
    ...{ prompts: 8, engines: 2, intents: 1, scans: 3, days: 3 },
    ...{ half: 0.1, filled: 1 / 3, answered: 0.5, uneven: null },
  },
  decision: {
    ...{ prompts: 20, engines: 3, intents: 3, scans: 10, days: 7 },
    ...{ half: 0.05, filled: 0.1, answered: 0.7, uneven: 0.1 },
  },
}

/** The grade of a figure. One about a single page needs no other engines. */
export function gradeOf(evidence: Evidence, isPage = false): Grade {
  if (meets(evidence, needsOf('decision', isPage))) return 'decision'
  return meets(evidence, needsOf('directional', isPage)) ? 'directional' : 'exploratory'
}

const needsOf = (grade: keyof typeof needs, isPage: boolean): Needs =>
  isPage ? { ...needs[grade], engines: 1 } : needs[grade]

function meets(found: Evidence, least: Needs): boolean {
  const isEnough = (['prompts', 'engines', 'intents', 'scans', 'days', 'answered'] as const).every(
    (part) => found[part] >= least[part],
  )
  const isEven = least.uneven === null || (found.uneven !== null && found.uneven <= least.uneven)
  return isEnough && isEven && found.filled <= least.filled && found.half !== null && found.half <= least.half
}

/** What a step costs, and how many scans a window has. */
export type StepCosts = {
  /** Cents per scan for one more prompt. */
  perPrompt: number
  /** Cents per answer of engines that are not asked yet, cheapest first. */
  perAnswer: number[]
  /** The most scans that the window can have. */
  maxScans: number
  /** Whether the figure is about a single page. */
  isPage?: boolean
}

export type Step = {
  grade: Exclude<Grade, 'exploratory'>
  /** Additional prompts, engines and scans. */
  prompts: number
  engines: number
  scans: number
  /** Additional cents per scan. */
  cents: number
}

const maxFurtherScans = 60
const z = 1.959964

/**
 * The cheapest step to the next grade; null for the highest grade, or if no step reaches it within the window.
 * `variance` is the mean variance of one answer within the cells.
 */
export function nextStep(found: Evidence, variance: number, costs: StepCosts): Step | null {
  const { isPage = false } = costs
  const grade = gradeOf(found, isPage)
  if (grade === 'decision' || found.prompts * found.engines === 0) return null
  const next = grade === 'exploratory' ? 'directional' : 'decision'
  const steps = listSizes(found, costs).flatMap((size) => {
    const scans = scansUntil(found, size, variance, needsOf(next, isPage), costs)
    return scans === null ? [] : [{ grade: next, scans, ...size } satisfies Step]
  })
  return steps.toSorted((a, b) => a.cents * a.scans - b.cents * b.scans || a.scans - b.scans)[0] ?? null
}

type Size = Pick<Step, 'prompts' | 'engines' | 'cents'>

/** The additions that grades ask for: none, or up to the number of a grade. */
function listSizes(found: Evidence, { perPrompt, perAnswer }: StepCosts): Size[] {
  const { directional, decision } = needs
  const upTo = (part: 'prompts' | 'engines') => [
    ...new Set(
      [0, directional[part] - found[part], decision[part] - found[part]].filter((more) => more >= 0),
    ),
  ]
  const lacking = Math.max(0, decision.intents - found.intents)
  const prompts = new Set([...upTo('prompts'), lacking])
  return [...prompts].flatMap((more) =>
    upTo('engines')
      .filter((engines) => engines <= perAnswer.length)
      .map((engines) => ({
        ...{ prompts: more, engines },
        cents:
          more * perPrompt +
          (found.prompts + more) * perAnswer.slice(0, engines).reduce((sum, cents) => sum + cents, 0),
      })),
  )
}

/** The scans until figures of a larger size reach a grade; null if the window has too few. */
function scansUntil(
  found: Evidence,
  size: Size,
  variance: number,
  least: Needs,
  { maxScans }: StepCosts,
): number | null {
  const old = found.prompts * found.engines
  const cells = (found.prompts + size.prompts) * (found.engines + size.engines)
  const isLarger = cells > old
  for (let more = 1; more <= maxFurtherScans; more++) {
    // The window moves on: early scans leave it.
    const scans = Math.min(found.scans + more, Math.max(maxScans, found.scans))
    // New cells count from half of the scans on.
    if (isLarger && more < Math.ceil(Math.min(scans, 30) / 2)) continue
    const spread = old / scans + (isLarger ? (cells - old) / Math.min(more, scans) : 0)
    const reached = {
      ...{ prompts: found.prompts + size.prompts, engines: found.engines + size.engines, scans },
      // Automatic scans are at least a day apart.
      ...{ intents: found.intents + size.prompts, days: Math.min(found.days + more, scans) },
      half: (z * Math.sqrt(variance * spread)) / cells,
      ...{ filled: found.filled, answered: found.answered, uneven: 0 },
    }
    if (meets(reached, least)) return more
  }
  return null
}
