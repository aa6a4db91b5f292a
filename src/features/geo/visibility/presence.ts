import { t } from 'elysia'
import type { Context } from '../../../context.ts'
import { onReplica } from '../../../db/on-replica.ts'
import { integer, oneOf } from '../../../http/fields.ts'
import { runInSlices, type Sliced } from '../../../slices.ts'
import type { Caller } from '../../keys/model.ts'
import { Organization } from '../../organizations/model.ts'
import { isNamed, isShown, promptOf, type Tally, turnOf } from '../scans/answer-counts.ts'
import { findTallies } from '../scans/find-answer-counts.ts'
import { findScope } from './read-scope.ts'
import { surfaceOfTally } from './surface.ts'

/** Named without a web search, only named with one, or not named (contract geo 8: presence badge). */
const presences = ['knowledge', 'search', 'absent'] as const

const PromptPresence = t.Object({
  promptId: t.String(),
  presence: oneOf(presences),
  /** The number of engines that answered, and how many of them name the brand. */
  engines: integer,
  mentioned: integer,
})
type PromptPresence = typeof PromptPresence.static

export const PresenceList = t.Object({
  configured: t.Boolean(),
  prompts: t.Array(PromptPresence),
  organization: Organization,
})

/** Whether an engine's newest answers to a prompt name the brand, with and without search. */
type NewestPresence = { withSearch?: boolean; withoutSearch?: boolean }

/**
 * Computes the presence of the brand in the newest answers to each prompt, sorted by the prompts' stored ids
 * (contract geo 8: presence badge). `canSearch` says whether an engine normally searches.
 */
function* findPresence(tallies: Tally[], canSearch: (engine: string) => boolean): Sliced<PromptPresence[]> {
  const prompts = new Map<string, Map<string, NewestPresence>>()
  for (const tally of tallies.toReversed()) {
    const way = !tally.isTwin && canSearch(tally.engine) ? 'withSearch' : 'withoutSearch'
    for (let answer = 0; answer < tally.answers; answer++) {
      if (turnOf(tally, answer) > 0 || !isShown(tally, answer)) continue
      const promptId = tally.names.prompts[promptOf(tally, answer)] ?? ''
      const engines = prompts.getOrInsertComputed(promptId, () => new Map<string, NewestPresence>())
      const newest = engines.getOrInsertComputed(tally.engine, () => ({}) as NewestPresence)
      newest[way] ??= isNamed(tally, answer)
    }
    yield
  }
  return [...prompts]
    .map(([promptId, engines]) => ({ promptId, ...sumUp([...engines.values()]) }))
    .sort((a, b) => (a.promptId < b.promptId ? -1 : 1))
}

function sumUp(engines: NewestPresence[]): Omit<PromptPresence, 'promptId'> {
  const mentioned = engines.filter(({ withSearch, withoutSearch }) => withSearch || withoutSearch).length
  const isKnown = engines.some(({ withoutSearch }) => withoutSearch)
  return {
    presence: isKnown ? 'knowledge' : mentioned > 0 ? 'search' : 'absent',
    engines: engines.length,
    mentioned,
  }
}

/** Reads the answers of this many days, as gaps do. */
const days = 30

/** Returns the presence of the brand in the newest answers to each prompt, in the prompt language. */
export async function readPresence(ctx: Context, caller: Caller, projectId: string) {
  const { organization } = caller
  const scope = await findScope(ctx, caller, projectId, { days })
  if (!scope) return { configured: false, prompts: [], organization }
  const tallies = await findTallies(onReplica(ctx), projectId, scope.window)
  const own = tallies.filter(
    (tally) => tally.language === scope.promptLanguage && surfaceOfTally(tally) === scope.surface,
  )
  const canSearch = (engine: string) => ctx.engines.find(engine)?.search.supported ?? true
  return { configured: true, prompts: await runInSlices(findPresence(own, canSearch)), organization }
}
