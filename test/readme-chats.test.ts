import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { createKey } from '../src/features/keys/service.ts'
import { createOrganization } from '../src/features/organizations/service.ts'
import { startServer } from '../src/server.ts'
import { testContext } from './support/context.ts'
import { pathWithCurl } from './support/curl.ts'
import { blocksOf, readPage } from './support/manual.ts'
import { answer, startTalking } from './support/talking.ts'

// The command blocks of the page on chats, as they are printed, against a server whose model is scripted.

const root = join(import.meta.dir, '..')
const page = await readPage('docs/chats.md')

let stop: () => Promise<void>
let url: string
let key: string
beforeAll(async () => {
  const endpoint = startTalking(answer('Two ', 'posts.'))
  const ctx = await testContext({ port: 0 }, { ...endpoint.models(), small: null })
  const server = await startServer(ctx)
  const { id } = await createOrganization(ctx, 'acme', 'Acme')
  key = (await createKey(ctx, id, { name: 'readme' })).key
  url = server.url
  stop = async () => {
    await server.stop()
    endpoint[Symbol.dispose]()
  }
})
afterAll(() => stop())

const placed = (text: string, ids: Record<string, string> = {}) =>
  Object.entries({ 'http://localhost:3000': url, ...ids }).reduce(
    (all, [from, to]) => all.replaceAll(from, to),
    text,
  )

/** Runs a script in the folder of this project, where `herald` is the built program; returns its output. */
async function run(command: string[], script: string) {
  const path = { PATH: pathWithCurl(), HOME: process.env.HOME }
  const env = { ...path, KEY: key, HERALD_API_KEY: key, BASE_URL: url }
  const ran = Bun.spawn([...command, script], { cwd: root, env, stdout: 'pipe', stderr: 'pipe' })
  const [stdout, stderr] = await Promise.all([ran.stdout.text(), ran.stderr.text()])
  return { stdout, stderr, exitCode: await ran.exited }
}

const shell = (script: string) => run(['sh', '-c'], `herald() { bun src/main.ts "$@"; }\n${script}`)

/** A block's commands, each with its continuation lines. */
const commandsOf = (block: string) => block.replaceAll('\\\n', ' ').trim().split('\n')

/** The types of the events that a command follows, until the session waits. */
async function readTypes(command: string): Promise<string[]> {
  const reading = Bun.spawn(['sh', '-c', `exec ${command}`], {
    env: { PATH: pathWithCurl(), KEY: key },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  let text = ''
  for await (const chunk of reading.stdout) {
    text += new TextDecoder().decode(chunk)
    if (text.includes('"session.waiting"')) break
  }
  reading.kill()
  return text.split('\n').flatMap((line) => /^\{"type":"([\w.]+)"/.exec(line)?.[1] ?? [])
}

describe('of what is printed', () => {
  test('the terminal answers', async () => {
    const [block = ''] = blocksOf(page, 'sh')
    expect(await shell(block)).toEqual({ stdout: 'Two posts.\nTwo posts.\n', stderr: '', exitCode: 0 })
  })

  test('a chat is started, listed and read as Markdown', async () => {
    const commands = commandsOf(blocksOf(page, 'sh')[1] ?? '')
    expect(commands).toHaveLength(3)
    const begun = await shell(placed(commands[0] ?? ''))
    expect(begun.stdout).toEndWith('data: [DONE]\n\n')
    const listed = JSON.parse((await shell(placed(commands[1] ?? ''))).stdout)
    const { chatId: CHAT_ID } = listed.chats.find(
      ({ title }: { title: string }) => title === 'Which posts are drafts?',
    )
    const { stdout } = await shell(placed(commands[2] ?? '', { CHAT_ID }))
    expect(stdout).toStartWith('# Which posts are drafts?\n')
    expect(stdout).toEndWith('## Herald\n\nTwo posts.\n')
  })

  test("the SDK's client reads a chat and continues it", async () => {
    const [block = ''] = blocksOf(page, 'js')
    expect(await run(['bun', '-e'], placed(block))).toEqual({
      stdout: 'Two posts.\nTwo posts.\n',
      stderr: '',
      exitCode: 0,
    })
    const get = async (path: string) => {
      const answered = await fetch(`${url}/v1/chats${path}`, { headers: { authorization: `Bearer ${key}` } })
      return (await answered.json()) as { chats: { chatId: string }[]; messages: unknown[] }
    }
    const { chats } = await get('')
    const lengths = await Promise.all(
      chats.map(async ({ chatId }) => (await get(`/${chatId}`)).messages.length),
    )
    expect(lengths).toContain(4)
  })

  test('a session is opened, and its events are read', async () => {
    const commands = commandsOf(blocksOf(page, 'sh')[2] ?? '')
    expect(commands).toHaveLength(2)
    const { sessionId: SESSION_ID } = JSON.parse((await shell(placed(commands[0] ?? ''))).stdout)
    const types = await readTypes(placed(commands[1] ?? '', { SESSION_ID }))
    expect([types[0], types.includes('message.completed')]).toEqual(['session.started', true])
  })

  test("the session protocol's client gets its answer", async () => {
    const block = blocksOf(page, 'js')[1] ?? ''
    expect(await run(['bun', '-e'], placed(block))).toEqual({
      stdout: 'Two posts. []\n',
      stderr: '',
      exitCode: 0,
    })
  })
})
