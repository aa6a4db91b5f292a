// Everything that must hold before a change lands: bun run check
import { join } from 'node:path'

const root = join(import.meta.dir, '..')
const bin = (name: string) => join(root, 'node_modules/.bin', name)

type Step = { name: string; command: string[]; env?: Record<string, string> }

const steps: Step[] = [
  { name: 'format and lint', command: [bin('biome'), 'ci', '--colors=off', '.'] },
  { name: 'types', command: [bin('tsc'), '--noEmit'] },
  { name: 'tests on the embedded database', command: [process.execPath, 'test', './test'] },
  {
    name: 'tests on a libSQL server',
    command: [
      process.execPath,
      'test',
      './test/db',
      './test/jobs',
      './test/cron',
      './test/http',
      './test/features',
      './test/contract',
    ],
    env: { TEST_DATABASE: 'libsql' },
  },
]

/** Runs a step, its output passed on, and counts what its tests say of themselves. */
async function run({ name, command, env }: Step): Promise<{ passed: number; failed: number }> {
  console.log(`\n== ${name}`)
  const child = Bun.spawn(command, {
    cwd: root,
    env: { ...process.env, ...env },
    stdout: 'inherit',
    stderr: 'pipe',
  })
  let text = ''
  for await (const chunk of child.stderr.pipeThrough(new TextDecoderStream())) {
    process.stderr.write(chunk)
    text += chunk
  }
  const code = await child.exited
  const count = (word: string) => Number(new RegExp(`^ *(\\d+) ${word}$`, 'm').exec(text)?.[1] ?? 0)
  const passed = count('pass')
  const failed = count('fail')
  if (code === 0) return { passed: passed || 1, failed }
  return { passed, failed: failed || 1 }
}

let passed = 0
let failed = 0
for (const step of steps) {
  const result = await run(step)
  passed += result.passed
  failed += result.failed
}
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
