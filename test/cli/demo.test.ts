import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { $ } from 'bun'
import { adopt, checkout, cleanUp, program, temporaryFolder } from '../support/process.ts'

afterAll(cleanUp)

const env = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  GIT_AUTHOR_NAME: 'Ana',
  GIT_AUTHOR_EMAIL: 'ana@example.com',
  GIT_COMMITTER_NAME: 'Ana',
  GIT_COMMITTER_EMAIL: 'ana@example.com',
}

async function makeRepository(): Promise<string> {
  const path = join(temporaryFolder(), 'checkout')
  await $`git init --quiet --initial-branch main ${path}`.env(env)
  await Bun.write(join(path, 'package.json'), '{"name": "courier"}')
  await Bun.write(join(path, '.herald.toml'), '[areas]\nui = "Dashboard"\n')
  await $`git -C ${path} add .`.env(env)
  await $`git -C ${path} commit --quiet --message ${'feat(ui): add streaming exports (#1)'}`.env(env)
  return path
}

/** The output of a demo until it waits for Ctrl-C. */
async function demo(path: string) {
  const child = Bun.spawn([...program, 'demo', '--repo', path], {
    cwd: checkout,
    env,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  adopt(child)
  let stdout = ''
  const decoder = new TextDecoder()
  for await (const bytes of child.stdout) {
    stdout += decoder.decode(bytes, { stream: true })
    if (stdout.includes('Ctrl-C ends the demo')) child.kill('SIGTERM')
  }
  return { stdout, stderr: await new Response(child.stderr).text(), exitCode: await child.exited }
}

test('a demo shows the changelog of a named product, prints the address to open, and ends cleanly', async () => {
  const path = await makeRepository()
  const { stdout, stderr, exitCode } = await demo(path)
  expect(stderr).toBe('There is no tag, so this is the whole history.\n')
  expect(exitCode).toBe(0)
  expect(stdout).toMatch(
    /^Herald listens on http:\/\/127\.0\.0\.1:\d+ with a throwaway database\.\n\n# Courier changelog, /,
  )
  expect(stdout).toContain('\n\n## Highlights\n\n### Dashboard: Add streaming exports\n')
  expect(stdout).not.toContain('\n\n\n')
  expect(stdout).toMatch(/\n\nAPI {2}http:\S+\nKey {2}herald_\w+\n\ncurl -H/)
  // Cookies of localhost are shared by all its servers.
  expect(stdout).toMatch(/signed in as Ada: http:\/\/127\.0\.0\.1:\d+\/app/)
}, 60_000)

test('without newer changes than the last version, that version is shown', async () => {
  const path = await makeRepository()
  await $`git -C ${path} tag v1.0.0`.env(env)
  await $`git -C ${path} commit --quiet --allow-empty --message ${'chore: tidy'}`.env(env)
  const { stdout, stderr } = await demo(path)
  expect(stderr).toBe('')
  expect(stdout).toContain('\n\n# Courier 1.0.0\n\n')
}, 60_000)

test('a folder without a repository is refused in one sentence, before anything is served', async () => {
  const path = temporaryFolder()
  expect(await demo(path)).toEqual({
    stdout: '',
    stderr: `herald: ${path} is not a git repository.\n`,
    exitCode: 1,
  })
})
