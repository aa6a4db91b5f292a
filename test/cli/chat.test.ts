import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { nouns } from '../../src/cli/commands.ts'
import { runCommandLine } from '../../src/cli/run.ts'
import { projects } from '../../src/features/geo/projects/table.ts'
import { createKey } from '../../src/features/keys/service.ts'
import { createOrganization } from '../../src/features/organizations/service.ts'
import { type RunningServer, startServer } from '../../src/server.ts'
import { addProject } from '../support/app.ts'
import { type TestContext, testContext } from '../support/context.ts'
import { answer, call, end, say, startTalking } from '../support/talking.ts'

let endpoint: ReturnType<typeof startTalking>
let ctx: TestContext
let server: RunningServer
let key: string
let organizationId: string
beforeEach(async () => {
  endpoint = startTalking(answer('Hel', 'lo.'))
  ctx = await testContext({ port: 0 }, { ...endpoint.models(), small: null })
  server = await startServer(ctx)
  organizationId = (await createOrganization(ctx, 'acme', 'Acme')).id
  key = (await createKey(ctx, organizationId, { name: 'cli' })).key
})
afterEach(async () => {
  await server.stop()
  endpoint[Symbol.dispose]()
})

type Told = { answers?: string[]; input?: string; env?: Record<string, string>; until?: string }

/**
 * Runs `herald chat` at a terminal with these answers, or as a pipe with this input; the user presses Ctrl-C
 * when the output contains `until`.
 */
async function chat(args: string[], { answers, input = '', env = {}, until }: Told = {}) {
  let interrupt = () => {}
  const told = { stdout: '', stderr: '', questions: [] as string[] }
  const exitCode = await runCommandLine(nouns, ['chat', '--url', server.url, ...args], {
    env: { HERALD_API_KEY: key, ...env },
    print: (text) => {
      told.stdout += `${text}\n`
    },
    write: (text) => {
      told.stdout += text
      if (until && told.stdout.endsWith(until)) interrupt()
    },
    warn: (text) => {
      told.stderr += `${text}\n`
    },
    read: async () => input,
    ...(answers && {
      ask: async (question: string) => {
        told.questions.push(question)
        return answers.shift() ?? ''
      },
      onInterrupt(act: () => void) {
        interrupt = act
        return () => {
          interrupt = () => {}
        }
      },
    }),
  })
  return { exitCode, ...told }
}

test('writes the answer to a message while it streams', async () => {
  expect(await chat(['Hi'])).toEqual({ exitCode: 0, stdout: 'Hello.\n', stderr: '', questions: [] })
  expect(endpoint.talks[0]?.body.messages[1]).toEqual({ role: 'user', content: 'Hi' })
})

test('reads its message from a pipe, and refuses an empty one as wrong usage', async () => {
  expect(await chat([], { input: 'From a pipe\n' })).toMatchObject({ exitCode: 0, stdout: 'Hello.\n' })
  expect(endpoint.talks[0]?.body.messages[1].content).toBe('From a pipe')
  expect(await chat([])).toMatchObject({
    exitCode: 2,
    stderr: 'herald: chat: MESSAGE is required, as an argument or on stdin.\n',
  })
})

test('asks for one message after the other, in one chat, until an empty one', async () => {
  const { exitCode, stdout, questions } = await chat([], { answers: ['One', 'Two', ''] })
  expect([exitCode, stdout, questions]).toEqual([0, 'Hello.\nHello.\n', ['>', '>', '>']])
  const said = endpoint.talks[1]?.body.messages.map(({ content }: any) => content)
  expect(said.slice(1)).toEqual(['One', 'Hello.', 'Two'])
})

test.each([
  ['y', 'New name'],
  ['n', 'old'],
])('asks before a change: %s', async (decision, name) => {
  const projectId = await addProject(ctx, organizationId, 'old')
  endpoint.play(
    [call('update_project', { projectId, name: 'New name' }), ...end('tool_calls')],
    answer('Well.'),
  )
  const { exitCode, stdout, stderr, questions } = await chat(['Rename the project'], {
    answers: ['maybe', decision],
  })
  expect([exitCode, questions.length]).toEqual([0, 2])
  expect(questions).toEqual(['Approve it, y or n:', 'Approve it, y or n:'])
  expect(stdout).toBe('Well.\n')
  expect(stderr).toStartWith('[update_project]\n  Update the project “old”')
  const [row] = await ctx.db.select().from(projects).where(eq(projects.id, projectId))
  expect(row?.name).toBe(name)
})

test('shows the whole call that it asks about, with hidden characters', async () => {
  const lines = Array.from({ length: 120 }, (_, index) => `${'word '.repeat(60)}end ${index}`)
  const content = [...lines, 'pay\u200bpal'].join('\n')
  const skill = { name: 'tone', description: 'Ours', content }
  endpoint.play([call('create_skill', skill), ...end('tool_calls')], answer('Well.'))
  const { stderr } = await chat(['Add a skill'], { answers: ['n'] })
  for (const line of lines) expect(stderr).toContain(`\n  + “${line}”`)
  expect(stderr).toContain('+ “pay[U+200B]pal”')
})

test('a pipe approves nothing', async () => {
  const projectId = await addProject(ctx, organizationId, 'old')
  endpoint.play([call('delete_project', { projectId }), ...end('tool_calls')])
  expect(await chat(['Delete the project'])).toMatchObject({
    exitCode: 1,
    stderr:
      '[delete_project]\nherald: The call needs approval, and this is not a terminal. Approve it in the dashboard.\n',
  })
  expect(await ctx.db.select().from(projects)).toHaveLength(1)
})

test('Ctrl-C ends an answer, and the conversation goes on', async () => {
  async function* slowly() {
    yield* say('The first half')
    await new Promise(() => {})
  }
  endpoint.play(slowly, answer('Yes.'))
  const { exitCode, stdout, stderr } = await chat([], { answers: ['One', 'Two', ''], until: 'half' })
  expect([exitCode, stdout, stderr]).toEqual([
    0,
    'The first half\nYes.\n',
    'Stopped. The partial reply is saved.\n',
  ])
  const said = endpoint.talks[1]?.body.messages.map(({ content }: any) => content)
  expect(said.slice(1)).toEqual(['One', 'The first half', 'Two'])
})

test('an error in the middle of an answer is on a line of its own', async () => {
  endpoint.play(say('The first half'))
  expect(await chat(['Hi'])).toMatchObject({
    exitCode: 1,
    stdout: 'The first half\n',
    stderr: 'herald: The model writer stopped in the middle of its answer.\n',
  })
})

test('a conversation continues after an error', async () => {
  endpoint.play(say('The first half'), answer('Yes.'))
  const { exitCode, stdout, stderr } = await chat([], { answers: ['One', 'Two', ''] })
  expect([exitCode, stdout, stderr]).toEqual([
    0,
    'The first half\nYes.\n',
    'The model writer stopped in the middle of its answer.\n',
  ])
  const said = endpoint.talks[1]?.body.messages.map(({ content }: any) => content)
  expect(said.slice(1)).toEqual(['One', 'The first half', 'Two'])
})

test('untrusted text cannot move the cursor', async () => {
  endpoint.play(answer('a\u001b[2Jb\r\u202ec\n\td'))
  expect((await chat(['Hi'])).stdout).toBe('a[2Jbc\n\td\n')
})

test('errors are reported in one sentence', async () => {
  expect(await chat(['Hi'], { env: { HERALD_API_KEY: 'wrong' } })).toMatchObject({
    exitCode: 1,
    stderr: 'herald: Invalid API key.\n',
  })
  expect(await chat(['Hi'], { env: { HERALD_API_KEY: '' } })).toMatchObject({
    exitCode: 2,
    stderr: 'herald: chat: --key KEY or HERALD_API_KEY is required.\n',
  })
  expect(await chat(['--chat', 'none', 'Hi'])).toMatchObject({
    exitCode: 1,
    stderr: 'herald: Chat not found.\n',
  })
  endpoint.play(Response.json({}, { status: 500 }))
  expect(await chat(['Hi'])).toMatchObject({
    exitCode: 1,
    stderr: 'herald: The endpoint of the model writer returned status 500.\n',
  })
  expect(await chat(['--url', 'http://127.0.0.1:9', 'Hi'])).toMatchObject({
    exitCode: 1,
    stderr: 'herald: The server at http://127.0.0.1:9 cannot be reached.\n',
  })
})
