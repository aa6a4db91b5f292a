import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../../package.json'
import { createKey } from '../../src/features/keys/service.ts'
import { createOrganization } from '../../src/features/organizations/service.ts'
import { startServer } from '../../src/server.ts'
import { connect, webhookSecret } from '../support/app.ts'
import { testContext } from '../support/context.ts'
import { startGitHub } from '../support/github.ts'
import { repository } from '../support/github-repository.ts'
import { blocksOf, readPage } from '../support/manual.ts'
import { checkout, cleanUp, temporaryFolder } from '../support/process.ts'
import { answer, startTalking } from '../support/talking.ts'

// The built SDK, in a folder of its user, against a server whose model and code host are scripted.

const folder = temporaryFolder()
const place = join(folder, 'node_modules/@herald/sdk')
let stop: () => Promise<void>
let url: string
let newTeam: (slug: string) => Promise<Record<string, string>>
beforeAll(async () => {
  await run([process.execPath, join(checkout, 'tools/release/build-sdk.ts'), folder], { HOME: folder })
  mkdirSync(place, { recursive: true })
  await run(['tar', '-xzf', `npm-herald-sdk-${version}.tgz`, '--strip-components=1', '-C', place])
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))

  const rocket = repository('acme/rocket', { startsAt: '2026-02-20T09:00:00.000Z' })
  rocket.commit('feat: add an export')
  const host = startGitHub({ repositories: [rocket] })
  const endpoint = startTalking(answer('Two ', 'posts.'))
  const models = { ...endpoint.models(), small: null }
  const ctx = await testContext({ port: 0, githubApiUrl: host.url }, models)
  const server = await startServer(ctx)
  url = server.url
  newTeam = async (slug) => {
    const { id } = await createOrganization(ctx, slug, 'Acme')
    const { hook } = await connect(ctx, id, 'acme/rocket')
    const { key } = await createKey(ctx, id, { name: 'sdk' })
    return { KEY: key, WEBHOOK_URL: `${url}${hook}`, WEBHOOK_SECRET: webhookSecret }
  }
  stop = async () => {
    await server.stop()
    endpoint[Symbol.dispose]()
    host.stop()
  }
}, 300_000)
afterAll(() => stop())
afterAll(cleanUp)

/** The code of the page as one program: its blocks follow each other. */
const readCode = async () => blocksOf(await readPage('docs/api/sdk.md'), 'js').join('\n')

async function run(command: string[], variables: Record<string, string> = {}) {
  const env = { PATH: process.env.PATH ?? '', ...variables }
  const child = Bun.spawn(command, { cwd: folder, env, stdout: 'pipe', stderr: 'pipe' })
  const [output, errors] = await Promise.all([child.stdout.text(), child.stderr.text()])
  return { exitCode: await child.exited, output, errors }
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/m

const installed = ['node', 'deno'].filter((name) => Bun.which(name))

test.each(['bun', ...installed])('the code of the page on the SDK works on %s', async (runtime) => {
  const slug = `acme-${runtime}`
  const code = (await readCode()).replaceAll('http://localhost:3000', url).replaceAll("'acme'", `'${slug}'`)
  const path = join(folder, `${slug}.js`)
  writeFileSync(path, code)
  const program = { bun: [process.execPath], deno: ['deno', 'run', '--allow-env', '--allow-net'] }[runtime]
  const { output, ...ended } = await run([...(program ?? [runtime]), path], await newTeam(slug))
  expect({ ...ended, output: output.replace(uuid, 'ID') }).toEqual({
    exitCode: 0,
    output: [
      '[]',
      '404 Skill not found',
      'acme/rocket',
      'Rocket changelog, February 20, 2026 published',
      'Two ',
      'posts.',
      'Two posts.',
      'ID',
      '200',
      '',
    ].join('\n'),
    errors: '',
  })
})

test('the code of the page on the SDK has the right types, and a wrong field is an error', async () => {
  const wrong =
    "// @ts-expect-error: a status is one of two words.\nvoid herald.updatePost({ path: { postId: 'x' }, body: { status: 'gone' } })"
  const declared = 'declare const process: { env: Record<string, string | undefined> }'
  writeFileSync(join(folder, 'page.ts'), `${declared}\n${await readCode()}\n${wrong}\n`)
  const compiler = join(checkout, 'node_modules/typescript/bin/tsc')
  const options = ['--noEmit', '--strict', '--target', 'es2023', '--module', 'nodenext', '--types', '']
  expect(await run([process.execPath, compiler, ...options, 'page.ts'])).toEqual({
    exitCode: 0,
    output: '',
    errors: '',
  })
})

const load = async (): Promise<any> => import(join(place, 'dist/index.js'))

test('lists are read to their last page', async () => {
  const { Herald, listAll } = await load()
  const { KEY: key } = await newTeam('paged')
  const herald = new Herald({ baseUrl: `${url}/`, key })
  const names = ['one', 'two', 'three']
  for (const title of names)
    await herald.createPost({ body: { title, contentType: 'changelog', markdown: title } })
  const found: string[] = []
  for await (const { title } of listAll((page: object) =>
    herald.listPosts({ query: { status: ['draft'], limit: 2, ...page } }),
  ))
    found.push(title)
  expect(found.sort()).toEqual(names.sort())
  for (const message of names) for await (const _ of herald.chat({ message }));
  const chats: string[] = []
  for await (const { title } of listAll((page: object) => herald.listChats({ query: { limit: 2, ...page } })))
    chats.push(title)
  expect(chats.sort()).toEqual(names)
})

/** A server that answers each request with the next status. */
function startScripted(...statuses: number[]) {
  const requests: { method: string; key: string | null; body: string }[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const key = request.headers.get('idempotency-key')
      requests.push({ method: request.method, key, body: await request.text() })
      const status = statuses.shift() ?? 200
      const headers = { 'Retry-After': status === 409 || status === 429 ? '0' : '3600' }
      return Response.json(status < 400 ? { posts: [] } : { error: 'Refused.' }, { status, headers })
    },
  })
  return { url: `http://127.0.0.1:${server.port}`, requests, [Symbol.dispose]: () => void server.stop(true) }
}

test('a POST is repeated with the same key and body, when the server allows it', async () => {
  const { Herald } = await load()
  using server = startScripted(429, 409)
  const herald = new Herald({ baseUrl: server.url, key: 'x' })
  await herald.createSkill({ body: { name: 'a', description: 'b', content: 'c' } })
  const [first] = server.requests
  expect(first).toMatchObject({ method: 'POST', key: expect.stringMatching(/^[\da-f-]{36}$/) })
  expect(server.requests).toEqual([first, first, first] as never)
  await herald.createSkill({ body: { name: 'a', description: 'b', content: 'c' } })
  expect(server.requests[3]?.key).not.toBe(first?.key as never)
})

test('a request is not repeated if the pause is too long, or too often', async () => {
  const { Herald } = await load()
  using server = startScripted(503, 429, 429, 429)
  const herald = new Herald({ baseUrl: server.url, key: 'x', maxRetries: 2 })
  const refused = { name: 'HeraldError', message: 'Refused.' }
  expect(await herald.listPosts().catch((error: Error) => error)).toMatchObject({ ...refused, status: 503 })
  expect(server.requests).toHaveLength(1)
  expect(await herald.listPosts().catch((error: Error) => error)).toMatchObject({ ...refused, status: 429 })
  expect(server.requests).toHaveLength(4)
})

test('after a lost connection, requests are repeated unless they may have taken effect', async () => {
  const { Herald } = await load()
  let calls = 0
  const lost = async () => {
    calls++
    if (calls === 1) throw new TypeError('The connection was lost.')
    return Response.json({ posts: [] })
  }
  const herald = new Herald({ baseUrl: 'http://localhost', key: 'x', fetch: lost })
  expect(await herald.listPosts()).toEqual({ posts: [] })
  calls = 0
  await herald.createPost({ body: { title: 'a', contentType: 'changelog', markdown: 'b' } })
  calls = 0
  const changed = herald.updatePost({ path: { postId: 'x' }, body: { title: 'a' } })
  expect(await changed.catch((error: Error) => error.message)).toBe('The connection was lost.')
})

test('pauses have a limit, and a negative number of retries means none', async () => {
  const { Herald } = await load()
  let calls = 0
  const lost = async () => {
    calls++
    throw new TypeError('The connection was lost.')
  }
  // Without the limit, the last pause would take months.
  const herald = new Herald({
    ...{ baseUrl: 'http://localhost', key: 'x', fetch: lost },
    ...{ maxRetries: 25, maxPauseMilliseconds: 1 },
  })
  expect(await herald.listPosts().catch((error: Error) => error.message)).toBe('The connection was lost.')
  expect(calls).toBe(26)
  using server = startScripted(429, 429)
  const once = new Herald({ baseUrl: server.url, key: 'x', maxRetries: -1 })
  expect(await once.listPosts().catch((error: Error) => error.message)).toBe('Refused.')
  expect(server.requests).toHaveLength(1)
})

test('a session is read on from the next event when its stream ends early', async () => {
  const { Herald } = await load()
  const parts = ['{"type":"a"}\n\n{"type":"b"}\n', '{"type":"c"}\n{"type":"session.completed"}\n']
  const asked: (string | null)[] = []
  const fetch = async (request: Request) => {
    asked.push(new URL(request.url).searchParams.get('startIndex'))
    return new Response(parts.shift())
  }
  const herald = new Herald({ baseUrl: 'http://localhost', key: 'x', fetch })
  const types: string[] = []
  for await (const { type } of herald.sessionEvents('s')) types.push(type)
  expect(types).toEqual(['a', 'b', 'c', 'session.completed'])
  expect(asked).toEqual(['0', '2'])
})
