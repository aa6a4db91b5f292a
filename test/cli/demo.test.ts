import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { $ } from 'bun'
import { createRepository, gitEnvironment } from '../support/git.ts'
import { adopt, checkout, cleanUp, program, temporaryFolder } from '../support/process.ts'

afterAll(cleanUp)

const env = gitEnvironment()

async function makeRepository(): Promise<string> {
  const path = join(temporaryFolder(), 'checkout')
  await createRepository(path)
  await Bun.write(join(path, 'package.json'), '{"name": "courier"}')
  await $`git -C ${path} add .`.env(env)
  await $`git -C ${path} commit --quiet --message ${'feat(ui): add streaming exports (#1)'}`.env(env)
  return path
}

/** The output of a demo; `look` runs when it waits for Ctrl-C. */
async function demo(options: string[], look?: (stdout: string) => Promise<void>) {
  const child = Bun.spawn([...program, 'demo', ...options], {
    cwd: checkout,
    env: { ...env, HOME: process.env.HOME, PORT: '0' },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  adopt(child)
  let stdout = ''
  const decoder = new TextDecoder()
  for await (const bytes of child.stdout) {
    stdout += decoder.decode(bytes, { stream: true })
    if (!stdout.includes('Ctrl-C ends the demo')) continue
    await look?.(stdout)
    child.kill('SIGTERM')
  }
  return { stdout, stderr: await new Response(child.stderr).text(), exitCode: await child.exited }
}

test('a demo with PORT=0 prints a draft of the repository and a finished organization, whose link signs in every time', async () => {
  const path = await makeRepository()
  const { stdout, stderr, exitCode } = await demo(['--repo', path], async (printed) => {
    const [, origin = '', token] = /^(http:\/\/127\.0\.0\.1:\d+)\/app\/sign-in#(\w+)$/m.exec(printed) ?? []
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
    const body = JSON.stringify({ token })
    for (const _ of [1, 2]) {
      const response = await fetch(`${origin}/api/app/session`, { method: 'POST', headers, body })
      expect(response.status).toBe(200)
    }
    const page = await (await fetch(`${origin}/c/acme`)).text()
    const titles = [...page.matchAll(/<h2[^>]*><a[^>]*>([^<]+)</g)].map(([, title]) => title)
    expect(titles).toEqual([
      'How to automate release notes from GitHub pull requests',
      'Acme 1.4.0',
      'How to review a draft in five minutes',
      'Acme 1.3.0',
      'Acme 1.2.0',
      'Release notes that people read',
      'Acme 1.1.0',
    ])
    const months = [...page.matchAll(/<time datetime="(\d{4}-\d{2})/g)].map(([, month]) => month)
    expect(new Set(months).size).toBeGreaterThanOrEqual(5)
    const [, key] = /^Key +(herald_\w+)$/m.exec(printed) ?? []
    const read = async (address: string) =>
      (
        await fetch(`${origin}${address}`, { headers: { authorization: `Bearer ${key}` } })
      ).json() as Promise<any>
    const { posts } = await read('/v1/posts?status=draft')
    expect(posts.map(({ title }: { title: string }) => title)).toEqual([
      expect.stringMatching(/^Courier changelog, /),
      'One repository, many packages: a changelog for each',
      expect.stringMatching(/^Acme changelog, /),
      'Acme 1.5.0',
    ])
    const { chats } = await read('/v1/chats')
    const { messages } = await read(`/v1/chats/${chats[0].chatId}`)
    for (const { title } of posts) expect(JSON.stringify(messages)).toContain(title)
    const { deliveries } = await read('/v1/deliveries')
    const releases = deliveries.filter(({ title }: { title: string }) => title.includes('release'))
    expect(releases.map(({ runs }: { runs: unknown[] }) => runs.length)).toEqual([1])
    const monthAgo = Date.now() - 30 * 24 * 60 * 60 * 1000
    expect(deliveries.length).toBeGreaterThan(10)
    for (const { createdAt } of deliveries) expect(Date.parse(createdAt)).toBeGreaterThan(monthAgo)
    const { runs } = await read('/v1/runs')
    expect(runs.map(({ status }: { status: string }) => status)).toEqual(Array(7).fill('completed'))
    const causes = runs.map(({ cause }: { cause: { type: string } }) => cause.type)
    expect(new Set(causes)).toEqual(new Set(['request', 'schedule', 'delivery']))
    const { projects } = await read('/v1/projects')
    const { evidence } = await read(`/v1/projects/${projects[0].id}/geo/visibility/overview?days=30`)
    // At list prices, an answer with web search costs more than a cent.
    expect(evidence.nextStep.cents).toBeGreaterThan(4 * evidence.nextStep.prompts)
  })
  expect(exitCode).toBe(0)
  expect(stderr).toMatch(/^(?:[A-Z][^{}]* \.\.\.\n){5}$/)
  const [draft = '', links = ''] = stdout.split('\n\nAcme, ')
  expect(draft).toMatch(/^# Courier changelog, /)
  expect(draft).toContain('Add streaming exports')
  expect(draft.split('\n').length).toBeLessThanOrEqual(40)
  expect(`${stderr}${links}`.trimEnd().split('\n').length).toBeLessThanOrEqual(11)
  expect(stdout).toMatch(/^API +http:\/\/127\.0\.0\.1:\d+\nKey +herald_\w+$/m)
  expect(stdout).toMatch(/^Public page {2}http:\/\/127\.0\.0\.1:\d+\/c\/acme$/m)
  expect(`${stderr}${stdout}`).not.toContain('localhost')
}, 300_000)

test('a folder without a repository is refused in one sentence, before anything is served', async () => {
  const path = temporaryFolder()
  expect(await demo(['--repo', path])).toEqual({
    stdout: '',
    stderr: `herald: ${path} is not a git repository.\n`,
    exitCode: 1,
  })
})
