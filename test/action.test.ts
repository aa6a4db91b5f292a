import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { $ } from 'bun'
import { packageRelease } from '../tools/release/package-release.ts'
import { targets } from '../tools/release/targets.ts'
import { pathWithCurl } from './support/curl.ts'
import { createRepository, gitEnvironment } from './support/git.ts'
import { checkout, cleanUp, program, temporaryFolder } from './support/process.ts'

type Step = {
  id?: string
  if?: string
  shell?: string
  env?: Record<string, string>
  run?: string
  uses?: string
  with?: Record<string, string>
}
type Action = { inputs: Record<string, { default: string }>; runs: { using: string; steps: Step[] } }

const action = Bun.YAML.parse(await Bun.file(join(checkout, 'action.yml')).text()) as Action
const { steps } = action.runs
const git = gitEnvironment()
let repo: string
let bin: string

beforeAll(async () => {
  repo = join(temporaryFolder(), 'courier')
  await createRepository(repo)
  for (const message of ['Initial commit', 'feat: add streaming exports (#1)'])
    await $`git -C ${repo} commit --quiet --allow-empty --message ${message}`.env(git)
  await $`git -C ${repo} tag v1.0.0 HEAD~1`.env(git)
  await $`git -C ${repo} tag v1.1.0`.env(git)
  // The directory in which a runner looks for Bun, with a downloaded binary.
  bin = join(temporaryFolder(), 'bin')
  mkdirSync(bin)
  await $`ln -s ${process.execPath} ${join(bin, 'bun')}`
  await Bun.write(join(bin, 'herald'), `#!/bin/sh\nexec ${program.join(' ')} "$@"\n`)
  await $`chmod +x ${join(bin, 'herald')}`
})
afterAll(cleanUp)

/** Runs the steps as a runner does: one shell each, inputs and outputs filled in, conditions evaluated. */
async function runAction(given: Record<string, string> = {}, releases = '') {
  const place = temporaryFolder()
  const files = { GITHUB_OUTPUT: join(place, 'output'), GITHUB_STEP_SUMMARY: join(place, 'summary') }
  for (const file of Object.values(files)) await Bun.write(file, '')
  const defaults = Object.entries(action.inputs).map(([name, input]) => [name, input.default])
  const inputs: Record<string, string> = { ...Object.fromEntries(defaults), ...given }
  let file = ''
  const fill = (text: string) =>
    text.replace(/\$\{\{ (?:inputs\.(\w+)|steps\.write\.outputs\.file) \}\}/g, (_, name?: string) =>
      name ? (inputs[name] ?? '') : file,
    )

  let stdout = ''
  let uploaded: string | null = null
  for (const step of steps) {
    if (step.if === "steps.write.outputs.file != ''" && file === '') continue
    if (step.uses) {
      uploaded = fill(step.with?.path ?? '')
      continue
    }
    const env = Object.fromEntries(Object.entries(step.env ?? {}).map(([name, text]) => [name, fill(text)]))
    Object.assign(env, { RELEASES: releases, RUNNER_TEMP: place, HOME: place })
    const result = await $`bash --noprofile --norc -eo pipefail -c ${step.run}`
      .cwd(repo)
      .env({ PATH: `${bin}:${pathWithCurl()}`, GITHUB_ACTION_PATH: checkout, ...files, ...env })
      .nothrow()
      .quiet()
    if (result.exitCode !== 0)
      return { exitCode: result.exitCode, stderr: `${result.stderr}`, stdout, uploaded, summary: '' }
    stdout += result.stdout
    file = /^file=(.*)$/m.exec(await Bun.file(files.GITHUB_OUTPUT).text())?.[1] ?? ''
  }
  return {
    exitCode: 0,
    stderr: '',
    stdout,
    uploaded,
    summary: await Bun.file(files.GITHUB_STEP_SUMMARY).text(),
  }
}

describe('the GitHub Action', () => {
  test('steps read inputs only from environment variables', () => {
    expect(action.runs.using).toBe('composite')
    for (const { run, shell, uses } of steps) {
      if (uses) continue
      expect(shell).toBe('bash')
      expect(run).not.toContain('${{')
    }
  })

  test('prints the draft and uploads it', async () => {
    const { stdout, summary, uploaded, exitCode } = await runAction()
    expect(exitCode).toBe(0)
    expect(stdout).toStartWith('Courier 1.1.0 adds streaming exports.\n')
    expect(summary).toBe(stdout)
    expect(uploaded).toBe('changelog.md')
    expect(await Bun.file(join(repo, 'changelog.md')).text()).toBe(stdout)
  })

  test('accepts a range, a format, a file and an existing binary', async () => {
    const { stdout, uploaded } = await runAction({
      from: 'v1.0.0',
      to: 'v1.1.0',
      format: 'json',
      output: 'draft of v1.1.0.json',
      herald: join(bin, 'herald'),
    })
    expect(uploaded).toBe('draft of v1.1.0.json')
    expect(JSON.parse(stdout).range).toEqual({ from: 'v1.0.0', to: 'v1.1.0' })
  })

  test('uploads nothing when there are no changes, not even the output of an earlier step', async () => {
    await Bun.write(join(repo, 'changelog.md'), 'old')
    expect(await runAction({ from: 'v1.1.0' })).toMatchObject({ exitCode: 0, stdout: '', uploaded: null })
  })

  test('downloads the binary of a release, and fails if its sum is wrong', async () => {
    const folder = join(temporaryFolder(), 'v1.2.3')
    const binaries = targets.map((target) => ({ target, path: join(bin, 'herald') }))
    const release = {
      version: '1.2.3',
      time: new Date(0),
      binaries,
      key: null,
      imageBase: null,
      npmScope: null,
      sdk: [],
    }
    using server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: ({ url }) => new Response(Bun.file(join(folder, '..', new URL(url).pathname))),
    })
    const releases = server.url.origin
    packageRelease({ ...release, baseUrl: `${releases}/v1.2.3` }, folder)
    const { exitCode, stdout } = await runAction({ version: '1.2.3' }, releases)
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('streaming exports')])
    await Bun.write(join(folder, 'SHA256SUMS'), '')
    const refused = await runAction({ version: '1.2.3' }, releases)
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringMatching(/The sum of \S+ is wrong/)])
  })

  test('an input is never run as code', async () => {
    const { exitCode, stderr } = await runAction({ from: '$(touch pwned); `touch pwned`' })
    expect(exitCode).toBe(1)
    expect(stderr).toContain('There is no commit, branch or tag "$(touch pwned); `touch pwned`"')
    expect(await Bun.file(join(repo, 'pwned')).exists()).toBe(false)
  })

  test('an unknown format fails the step', async () => {
    const { exitCode, stderr } = await runAction({ format: 'pdf' })
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('--format must be one of')])
  })
})
