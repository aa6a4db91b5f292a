import pLimit from 'p-limit'
import type { EngineAnswer } from '../ai/engines/answer.ts'
import { answerKindLabels } from '../ai/engines/answer-kinds.ts'
import { askEngine } from '../ai/engines/ask.ts'
import type { Engine } from '../ai/engines/engine.ts'
import { createEngines, type Engines } from '../ai/engines/engines.ts'
import { answerKindOf } from '../ai/engines/kind-of-answer.ts'
import { ModelError } from '../ai/error.ts'
import { readConfig } from '../config.ts'
import { OperatorError } from '../errors.ts'
import { findRedirect } from '../net/find-redirect.ts'
import { capitalize, terminalLine } from '../text/line.ts'
import { nearest } from '../text/nearest.ts'
import { defineCommand, printJson, type Terminal } from './command.ts'

const enginesList = defineCommand({
  name: 'engines list',
  summary: 'List answer engines and what each needs.',
  examples: ['engines list', 'engines list --json'],
  options: {
    json: {
      type: 'boolean',
      help: 'Print entries in the format of ENGINES_FILE, with "available" and "missing".',
    },
  },
  async run({ json }, terminal) {
    const engines = createEngines(readConfig(terminal.env))
    if (json)
      return printJson(
        terminal,
        engines.list.map((engine) => toEntry(engines, engine)),
      )
    printList(terminal, engines)
  },
})

const enginesCheck = defineCommand({
  name: 'engines check',
  summary: 'Send a test question to every configured engine, or to one.',
  examples: ['engines check', 'engines check openai/gpt-5.6-sol'],
  argument: { value: 'ID', help: 'ID of one engine, from engines list.' },
  options: {
    json: { type: 'boolean', help: 'Print the results as a list.' },
  },
  async run({ json }, terminal, id) {
    const config = readConfig(terminal.env)
    const engines = createEngines(config)
    const ctx = { config, engines, now: () => new Date() }
    const limit = pLimit(4)
    const checks = await Promise.all(
      chooseEngines(engines, id).map((engine) =>
        limit(async () => {
          const check = await checkEngine(ctx, engine)
          if (!json) terminal.print(terminalLine(describe(check)))
          return check
        }),
      ),
    )
    if (json) printJson(terminal, checks)
    const failed = checks.filter(({ problem }) => problem !== null)
    if (failed.length > 0) throw new OperatorError(`${failed.length} of ${checks.length} engines failed.`)
  },
})

export const commands = [enginesList, enginesCheck]

/** An engine as an entry of ENGINES_FILE. */
function toEntry(engines: Engines, { isDefault, isBuiltIn: _, ...engine }: Engine) {
  const missing = engines.missingFor(engine as Engine)
  return { ...engine, default: isDefault, available: missing === null, missing }
}

function printList({ print }: Terminal, engines: Engines) {
  const { list, missingFor } = engines
  const ready = list.filter((engine) => missingFor(engine) === null)
  const others = Map.groupBy(
    list.filter((engine) => missingFor(engine) !== null),
    missingFor,
  )
  const widest = Math.max(0, ...list.map(({ id }) => id.length))
  const printGroup = (group: Engine[]) => {
    for (const engine of group) {
      const { id, label, isDefault } = engine
      const notes = [answerKindLabels[answerKindOf(engine)], ...(isDefault ? ['default'] : [])]
      print(`  ${id.padEnd(widest)}  ${terminalLine(`${label} (${notes.join(', ')})`)}`)
    }
  }
  print(`${ready.length} of ${list.length} engines are ready.`)
  printGroup(ready)
  for (const [missing, group] of others) {
    print(`\n${capitalize(missing ?? '')}:`)
    printGroup(group)
  }
  print('\nTo add your own engines, set ENGINES_FILE: see docs/configuration.md.')
  if (ready.length > 0) print('To check that they answer and return sources: herald engines check')
}

/** The engine with this id, or all engines with a key; throws if there is none, with the settings to make. */
function chooseEngines(engines: Engines, id: string | undefined): Engine[] {
  if (id === undefined) {
    const ready = engines.list.filter(engines.isAvailable)
    if (ready.length > 0) return ready
    throw new OperatorError('No engine is configured. herald engines list shows what to set.')
  }
  const engine = engines.find(id)
  if (engine === null) {
    const meant = nearest(
      id,
      engines.list.map((each) => each.id),
    )
    throw new OperatorError(
      `There is no engine "${id}"; ${meant ? `did you mean "${meant}"?` : 'see: herald engines list'}`,
    )
  }
  const missing = engines.missingFor(engine)
  if (missing === null) return [engine]
  throw new OperatorError(`The engine ${id} is not configured: ${missing}.`)
}

type Check = {
  id: string
  /** Why it failed; null on success. */
  problem: string | null
  /** The error message of the endpoint. */
  said: string | null
  milliseconds: number
  answer: EngineAnswer | null
}

type CheckOptions = Parameters<typeof askEngine>[0] & Parameters<typeof findRedirect>[0]

async function checkEngine(ctx: CheckOptions, engine: Engine): Promise<Check> {
  const begin = performance.now()
  const result = await askOnce(ctx, engine).then(
    (answer) => ({ answer, problem: problemOf(engine, answer), said: null }),
    (error: unknown) => {
      if (!(error instanceof ModelError)) throw error
      return { answer: null, problem: error.message, said: error.said ?? null }
    },
  )
  return { id: engine.id, milliseconds: Math.round(performance.now() - begin), ...result }
}

/** One answer with a forced search; an endpoint without that option is asked to search in the prompt. */
async function askOnce(ctx: CheckOptions, engine: Engine): Promise<EngineAnswer> {
  const question = {
    instructions: 'Answer in two sentences. Search the web before you answer, and name your sources.',
    turns: [
      {
        role: 'user' as const,
        content:
          'Search the web: what is the newest stable release of SQLite, and on which day did it come out?',
      },
    ],
    search: engine.search.supported,
    signal: new AbortController().signal,
    follow: (url: string, signal: AbortSignal) => findRedirect(ctx, url, signal),
  }
  try {
    return await askEngine(ctx, engine, { ...question, forceSearch: true })
  } catch (error) {
    if (!(error instanceof ModelError && error.reason === 'refused')) throw error
    return askEngine(ctx, engine, question)
  }
}

function problemOf({ search }: Engine, { shown, text, cited, consulted }: EngineAnswer): string | null {
  if (!shown) return null
  if (text === '') return 'The answer is empty.'
  const hasSources = cited.length + consulted.length > 0
  return search.supported && !hasSources
    ? 'It answered without sources: check search.body, or set search to false.'
    : null
}

function describe({ id, problem, said, milliseconds, answer }: Check): string {
  const detail = said === null ? '' : ` It said: ${said}`
  if (problem !== null || answer === null) return `failed ${id}: ${problem}${detail}`
  const { shown, page, cited, consulted, cents, modelReported } = answer
  const domains = [...new Set([...cited, ...consulted].map(({ domain }) => domain))].slice(0, 3)
  const sources = `${cited.length} cited, ${consulted.length} consulted`
  return [
    `ok ${id}: ${shown ? '' : 'the page shows no AI answer, '}${domains.length > 0 ? `${sources} (${domains.join(', ')})` : sources}`,
    `${cents.toFixed(2)} cents`,
    `${(milliseconds / 1000).toFixed(1)} s`,
    page === null || modelReported !== null
      ? `answered by ${modelReported ?? 'a model that it does not name'}`
      : `read by ${page}`,
  ].join('; ')
}
