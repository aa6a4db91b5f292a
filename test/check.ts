// All checks that must pass before a change is merged: bun run check
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { noChromium } from './dashboard/support/chromium.ts'
import { readFailures } from './support/failures.ts'

const root = join(import.meta.dir, '..')
const folder = mkdtempSync(join(tmpdir(), 'herald-check-'))
const herald = join(folder, 'herald')
const bin = (name: string) => join(root, 'node_modules/.bin', name)

/**
 * Tests of database code, which run on both engines: the client, SQL (queue, recurring tasks, limits), every
 * feature's statements, and the black-box tests that count, page, race or survive a restart. Text, layout,
 * git, headers and parsing are the same on both engines.
 */
const onBothEngines = [
  ...['db', 'jobs', 'cron', 'http', 'features'],
  ...['changelog-posts', 'cli', 'integrations', 'keys', 'paging', 'post-edits', 'posts', 'rate-limits'].map(
    inContract,
  ),
  ...['tenants', 'triggers', 'watch', 'webhook-logs', 'webhook-route'].map(inContract),
].map((path) => `./test/${path}`)
const onOneEngine = ['images', 'writer', 'writer-gauntlet', 'written-posts', 'geo-article-rules'].map(
  (name) => `test/features/${name}.test.ts`,
)

function inContract(name: string) {
  return `contract/${name}.test.ts`
}

const processors = availableParallelism()
const testOn = (workers: number) => [process.execPath, 'test', `--parallel=${workers}`, '--timeout=60000']
// Some files wait for time limits, so one more runs than there are processors.
const test = testOn(processors + 1)
const inBrowser = 'test/dashboard'

type Part = { name: string; command: string[]; env?: Record<string, string> }

/** Rows run in order; the parts of a row run in parallel. */
const rows: Part[][] = [
  [
    { name: 'format and lint', command: [bin('biome'), 'ci', '--colors=off', '.'] },
    { name: 'types', command: [bin('tsc'), '--noEmit'] },
    { name: 'types of the pages', command: [bin('tsc'), '--noEmit', '--project', 'src/dashboard'] },
    { name: 'types of the page tests', command: [bin('tsc'), '--noEmit', '--project', inBrowser] },
    { name: 'the binary', command: [process.execPath, 'build.ts', '--outfile', herald] },
  ],
  [
    {
      name: 'tests on the embedded database',
      command: [...test, `--path-ignore-patterns=${inBrowser}/**`, './test'],
    },
  ],
  [
    {
      name: 'tests of what touches the database on a libSQL server',
      command: [...test, ...onOneEngine.map((path) => `--path-ignore-patterns=${path}`), ...onBothEngines],
      env: { TEST_DATABASE: 'libsql' },
    },
  ],
  // Each file has its own browser and server; loading their modules once for all files saves the same again.
  // A browser and its server keep more than one processor busy; more of them only wait for each other.
  [
    {
      name: 'tests of the pages',
      command: [...testOn(Math.max(2, processors)), '--no-isolate', `./${inBrowser}`],
    },
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
    env: { ...process.env, HERALD_PROGRAM: herald, ...env },
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

let passed = 0
let skipped = 0
let failed = 0
const failures: string[] = []
for (const row of rows) {
  for (const result of await Promise.all(row.map(run))) {
    passed += result.passed
    skipped += result.skipped
    failed += result.failed
    failures.push(...result.failures)
  }
}
rmSync(folder, { recursive: true })
// Repeated at the end, where they are easy to find in a long log.
for (const failure of failures) console.log(`\n${failure}`)
if (skipped > 0) console.log(`\n${skipped} tests of the pages were left out. ${noChromium}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
