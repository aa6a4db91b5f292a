// All checks that must pass before a change is merged: bun run check
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { noChromium } from './dashboard/support/chromium.ts'
import { readFailures } from './support/failures.ts'
import { memoryFolder } from './support/memory-folder.ts'

const root = join(import.meta.dir, '..')
const folder = mkdtempSync(join(tmpdir(), 'herald-check-'))
const herald = join(folder, 'herald')
const pagesFolder = mkdtempSync(join(memoryFolder() ?? tmpdir(), 'herald-check-pages-'))
// Migrating a database takes longer than most files of tests.
const templates = mkdtempSync(join(memoryFolder() ?? tmpdir(), 'herald-check-databases-'))
const bin = (name: string) => join(root, 'node_modules/.bin', name)

/**
 * Tests that run on both engines: the client, SQL (queue, recurring tasks, limits), every feature's statements, and
 * the black-box tests that count or race. Tests of text, layout, git, headers, parsing and pages, and tests that
 * start their own database, find the same on both engines.
 */
const onBothEngines = [
  ...['client', 'interrupted-migration', 'list-counts', 'merged-page', 'prepared', 'prepared-select'].map(
    (name) => `db/${name}.test.ts`,
  ),
  ...['db/query-plan.test.ts', 'jobs', 'cron', 'http/rate-limits.test.ts', 'features'],
  ...['integrations', 'keys', 'rate-limits', 'webhook-logs', 'webhook-route'].map(
    (name) => `contract/${name}.test.ts`,
  ),
].map((path) => `./test/${path}`)
/** These run no SQL statement, or almost none that no other file runs: recorded for each file, values aside. */
const onOneEngine = [
  ...['completion', 'keyed-queue', 'yield'].map((name) => `jobs/${name}`),
  ...[
    'approvals',
    'chats/pipe',
    'chats/reply',
    'chats/stream',
    'sessions/clients',
    'sessions/models',
    'sessions/properties',
    'sessions/routes',
  ].map(inConversations),
  ...['call-outcomes', 'charge', 'fit-history', 'limits', 'markdown', 'model-messages'].map((name) =>
    inConversations(`engine/${name}`),
  ),
  ...[
    ...['activity-preview', 'dashboard-files', 'discovery', 'external-calls', 'feedback-classification'],
    ...['feedback-limits', 'geo-article-rules', 'geo-brief-bearing', 'geo-brief-outcome'],
    ...['geo-confirmed-changes', 'geo-presence', 'geo-traffic-logs', 'geo-visibility'],
    ...['images', 'limit-before-work', 'linear', 'manual', 'openapi-client', 'outcomes', 'password-rules'],
    ...['polling', 'post-changes', 'post-claims', 'pre-releases', 'repository-events', 'run-schedule'],
    ...['unwritable', 'usage', 'webhook-log', 'webhook-rules', 'webhooks-examples', 'writer'],
    ...['openapi', 'writer-gauntlet', 'written-posts', 'activity', 'destination-rules', 'feedback-intake'],
    ...['geo-basket', 'geo-measures', 'geo-traffic-salts', 'github-issues', 'invitations', 'later-fields'],
    ...['link-cards', 'mailed-links', 'on-demand', 'order-of-checks', 'stored-activity'],
  ].map(inFeatures),
].map((name) => `test/${name}.test.ts`)

function inConversations(name: string) {
  return inFeatures(`conversations/${name}`)
}

function inFeatures(name: string) {
  return `features/${name}`
}

/** A worker loads the modules once for all of its files. A single one would run `afterAll` of preload.ts only at its end. */
const workers = Math.max(2, availableParallelism())
const runTests = (count = workers) => [
  ...[process.execPath, 'test', `--parallel=${count}`, '--no-isolate', '--timeout=300000'],
]
const inBrowser = 'test/dashboard'

/** Each further checker would compute the types of the API again. */
const checkTypes = [bin('tsc'), '--noEmit', '--checkers', '1']

type Part = { name: string; command: string[]; env?: Record<string, string> }

/** What the tests need; these run in parallel. */
const preparations: Part[] = [
  {
    name: 'the databases of the tests',
    command: [process.execPath, 'test/support/create-templates.ts', templates],
  },
  { name: 'the binary', command: [process.execPath, 'build.ts', '--outfile', herald] },
]

/**
 * Then these run in parallel, and the parts of each in order: many tests wait for a process, a browser or a time limit,
 * and leave the processors to the others.
 */
const lanes: Part[][] = [
  // A worker has one browser for all of its files, whose own files are removed with the folder.
  [
    {
      name: 'tests of the pages',
      command: [...runTests(), `./${inBrowser}`],
      env: { SHARED_BROWSER: '1', TMPDIR: pagesFolder },
    },
  ],
  [
    {
      name: 'tests on the embedded database',
      // It takes longest, and many of its tests wait for processes that they start.
      command: [...runTests(workers + 1), `--path-ignore-patterns=${inBrowser}/**`, './test'],
    },
  ],
  [
    {
      name: 'tests of what touches the database on a libSQL server',
      command: [
        ...runTests(),
        ...onOneEngine.map((path) => `--path-ignore-patterns=${path}`),
        ...onBothEngines,
      ],
      env: { TEST_DATABASE: 'libsql' },
    },
  ],
  [
    { name: 'format and lint', command: [bin('biome'), 'ci', '--colors=off', '.'] },
    { name: 'types', command: checkTypes },
    { name: 'types of the pages and their tests', command: [...checkTypes, '--project', inBrowser] },
  ],
]

type Result = { passed: number; skipped: number; failed: number; failures: string[] }

/** The number of lines repeated from a part that names no failed test. */
const mostLines = 60

/** Runs a part, passes its output on, and counts the reported tests. */
async function run({ name, command, env }: Part): Promise<Result> {
  const begin = performance.now()
  const child = Bun.spawn(command, {
    cwd: root,
    // Tests that need a process start the binary, which starts three times as fast as the sources.
    env: { ...process.env, HERALD_PROGRAM: herald, TEST_TEMPLATES: templates, ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [said, text] = await Promise.all([passOn(child.stdout, Bun.stdout), passOn(child.stderr, Bun.stderr)])
  const code = await child.exited
  const seconds = ((performance.now() - begin) / 1000).toFixed(1)
  console.log(`\n== ${name}: ${code === 0 ? 'done' : 'failed'} in ${seconds} s`)
  const count = (word: string) => Number(new RegExp(`^ *(\\d+) ${word}$`, 'm').exec(text)?.[1] ?? 0)
  const passed = count('pass')
  const skipped = count('skip')
  const failed = count('fail')
  if (code === 0) return { passed: passed || 1, skipped, failed, failures: [] }
  const tests = readFailures(text)
  const last = `${said}\n${text}`.trimEnd().split('\n').slice(-mostLines).join('\n')
  const failures = (tests.length > 0 ? tests : [last]).map((each) => `== ${name}: ${each}`)
  return { passed, skipped, failed: failed || 1, failures }
}

/** Passes on the output of a part; returns all of it at the end. */
async function passOn(from: ReadableStream<Uint8Array>, to: typeof Bun.stdout): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of from) {
    await Bun.write(to, chunk)
    text += decoder.decode(chunk, { stream: true })
  }
  return text
}

async function runInOrder(parts: Part[]): Promise<Result[]> {
  const results: Result[] = []
  for (const part of parts) results.push(await run(part))
  return results
}

const results = await Promise.all(preparations.map(run))
results.push(...(await Promise.all(lanes.map(runInOrder))).flat())
const sum = (count: 'passed' | 'skipped' | 'failed') =>
  results.reduce((total, each) => total + each[count], 0)
const skipped = sum('skipped')
const failed = sum('failed')
for (const each of [folder, templates]) rmSync(each, { recursive: true })
// Pictures of failed tests are there.
if (failed === 0) rmSync(pagesFolder, { recursive: true, force: true, maxRetries: 10 })
// Repeated at the end, where they are easy to find in a long log.
for (const failure of results.flatMap(({ failures }) => failures)) console.log(`\n${failure}`)
if (skipped > 0) console.log(`\n${skipped} tests of the pages were left out. ${noChromium}`)
console.log(`\n${sum('passed')} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
