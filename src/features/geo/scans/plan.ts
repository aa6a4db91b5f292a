import type { Engine } from '../../../ai/engines/engine.ts'
import type { Engines } from '../../../ai/engines/engines.ts'
import { decideZdr } from '../../../ai/engines/zdr.ts'
import type { Plan, SkippedPart } from './table.ts'

/** Other languages use only the first prompts (contract geo 7). */
export const promptsPerLanguage = 5
const maxSequences = 10

/** The tracked parts of a project that a scan asks. */
export type TrackedProject = Pick<
  Plan,
  | 'prompts'
  | 'sequences'
  | 'promptLanguage'
  | 'trackWithoutSearch'
  | 'enforceZdr'
  | 'nonZdrApprovedEngines'
  | 'place'
> & {
  engines: string[]
  languages: string[]
}

/** One question to one engine, or a conversation with it. */
export type Task = {
  /** The index in the plan, which never changes. */
  number: number
  engine: string
  /** The id under which answers are stored (contract geo 2: Scan ids). */
  promptId: string
  language: string
  /** Asked without search although the engine can search. */
  isTwin: boolean
  search: boolean
  turns: string[]
  /** The number of the first turn: 0 for a plain prompt, 1 in a conversation. */
  firstTurn: 0 | 1
}

/** Plans which engines a scan asks what, and why other engines are skipped. */
export function planScan(
  engines: Engines,
  tracked: TrackedProject,
  translationObstacle: string | null,
): Plan {
  const { languages, engines: ids, ...rest } = tracked
  const skipped: SkippedPart[] = []
  const chosen: Engine[] = []
  for (const id of ids) {
    const found = findEngine(engines, id, tracked)
    if ('engine' in found) chosen.push(found.engine)
    else skipped.push({ engine: id, language: null, reason: found.obstacle })
  }
  const others = languages.filter((language) => language !== tracked.promptLanguage)
  if (translationObstacle !== null)
    for (const language of others) skipped.push({ engine: null, language, reason: translationObstacle })
  return {
    ...rest,
    sequences: tracked.sequences.slice(0, maxSequences),
    engines: chosen.map(({ id }) => id),
    searching: chosen.filter(({ search }) => search.supported).map(({ id }) => id),
    skipped,
    languages: [tracked.promptLanguage, ...(translationObstacle === null ? others : [])],
    only: null,
  }
}

/** Why a tracked engine is skipped after the operator removed it from the catalog. */
export const notInCatalog = 'It is no longer in the engine catalog.'

type Retention = Pick<TrackedProject, 'enforceZdr' | 'nonZdrApprovedEngines'>

/** Returns the engine of an id if it can be asked, else the obstacle. */
export function findEngine(
  engines: Engines,
  id: string,
  retention: Retention,
): { engine: Engine } | { obstacle: string } {
  const engine = engines.find(id)
  if (!engine) return { obstacle: notInCatalog }
  const missing = engines.missingFor(engine)
  if (missing !== null) return { obstacle: `It is not set up: ${missing}.` }
  if (decideZdr(engine, retention, engine.search.supported) !== 'skip') return { engine }
  return { obstacle: 'It stores questions, and this project requires zero data retention.' }
}

/**
 * Returns the tasks of a plan in their fixed order: every prompt goes to all engines before the next one, so
 * that no provider gets a burst of requests (contract geo 7: Plan).
 */
export function tasksOf(plan: Plan): Task[] {
  const { prompts, engines, searching, promptLanguage } = plan
  const others = plan.languages.filter((language) => language !== promptLanguage)
  const ask = (prompt: Plan['prompts'][number], language: string, isTwin = false) => ({
    promptId: prompt.id,
    turns: [prompt.prompt],
    firstTurn: 0 as const,
    language,
    isTwin,
    engines: isTwin ? searching : engines,
  })
  const rounds = [
    ...prompts.map((prompt) => ask(prompt, promptLanguage)),
    ...(plan.trackWithoutSearch ? prompts.map((prompt) => ask(prompt, promptLanguage, true)) : []),
    ...others.flatMap((language) =>
      prompts.slice(0, promptsPerLanguage).map((prompt) => ask(prompt, language)),
    ),
    ...plan.sequences.map(({ id, steps }) => ({
      promptId: id,
      turns: steps,
      firstTurn: 1 as const,
      language: promptLanguage,
      isTwin: false,
      engines: searching,
    })),
  ]
  const tasks = rounds.flatMap(({ engines, ...round }) =>
    engines.map((engine) => ({ ...round, engine, search: !round.isTwin && searching.includes(engine) })),
  )
  const only = plan.only && new Set(plan.only)
  return tasks.map((task, number) => ({ number, ...task })).filter(({ number }) => only?.has(number) ?? true)
}

/** Counts the answers that tasks request. */
export const countAnswers = (tasks: Task[]) => tasks.reduce((sum, { turns }) => sum + turns.length, 0)

/** Returns why there are no questions; null if there are some. */
export function nothingToAsk(tracked: TrackedProject, plan: Plan): string | null {
  if (tracked.engines.length === 0) return 'Select at least one tracked engine'
  if (plan.engines.length === 0) {
    const reasons = plan.skipped
      .filter(({ engine }) => engine !== null)
      .map(({ engine, reason }) => `${engine}: ${reason}`)
    return `None of the tracked engines can be asked. ${reasons.join(' ')}`
  }
  if (plan.prompts.length === 0 && plan.sequences.length === 0)
    return 'There is nothing to ask: add a prompt, or enable one'
  if (tasksOf(plan).length === 0)
    return 'There is nothing to ask: conversations need an engine that searches the web'
  return null
}
