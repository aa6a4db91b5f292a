import { beforeEach, expect, test } from 'bun:test'
import { buckets } from '../../src/http/buckets.ts'
import { spend } from '../../src/http/rate-limits.ts'
import { type Team, testApp } from '../support/app.ts'
import { goPublic, publish } from '../support/published.ts'

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
beforeEach(async () => {
  app = await testApp({ appUrl: 'https://herald.test' })
  acme = await app.team('acme')
  await goPublic(app.ctx, acme)
})

const visit = (path: string, init: RequestInit = {}) =>
  app.api.handle(new Request(`https://herald.test${path}`, { ...init, redirect: 'manual' }))

/** The path of the picture that a page names for link previews. */
async function pictureOf(path: string) {
  const text = await (await visit(path, { headers: { accept: 'text/html' } })).text()
  const [, picture = ''] = /property="og:image" content="https:\/\/herald\.test([^"]*)"/.exec(text) ?? []
  return picture
}

/** Width and height in the head of a PNG. */
async function sizeOf(answer: Response) {
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  return { size: [bytes.readUInt32BE(16), bytes.readUInt32BE(20)], bytes: bytes.length }
}

test('lists and posts have a picture of their own, which caches keep for ever', async () => {
  await publish(app.ctx, acme, { title: 'Exports' })
  await publish(app.ctx, acme, { title: `輸出 ${'very long '.repeat(60)}` })
  const [list, post] = [await pictureOf('/c/acme'), await pictureOf('/c/acme/exports')]
  const [{ slug }] = (await acme.call('GET', '/v1/posts')).body.posts
  for (const path of [list, post, await pictureOf(`/c/acme/${slug}`)]) {
    const answer = await visit(path)
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      ...[200, 'image/png', 'public, max-age=31536000, immutable'],
    ])
    const etag = answer.headers.get('etag') ?? ''
    const { size, bytes } = await sizeOf(answer)
    expect(size).toEqual([1200, 630])
    expect(bytes).toBeLessThan(300_000)
    expect((await visit(path, { headers: { 'if-none-match': etag } })).status).toBe(304)
  }
  expect(list).not.toBe(post)
})

test('a picture that has changed leads to the new one, and one of nothing is not found', async () => {
  await publish(app.ctx, acme, { title: 'Exports' })
  const before = await pictureOf('/c/acme/exports')
  const [{ id }] = (await acme.call('GET', '/v1/posts')).body.posts
  await acme.call('PATCH', `/v1/posts/${id}`, { title: 'Faster exports' })
  const answer = await visit(before)
  expect([answer.status, answer.headers.get('location')]).toEqual([302, await pictureOf('/c/acme/exports')])
  await acme.call('PATCH', `/v1/posts/${id}`, { status: 'draft' })
  for (const path of [before, '/c/acme/cards/lists/drafts-000000000000.png', '/c/acme/cards/posts/x'])
    expect((await visit(path)).status).toBe(404)
})

test('an address draws 60 new pictures a minute; known ones are free', async () => {
  const limited = await app.team('limited')
  await goPublic(app.ctx, limited)
  await publish(app.ctx, limited, { title: 'Exports' })
  const path = await pictureOf('/c/limited/exports')
  expect((await visit(path)).status).toBe(200)
  for (let drawn = 0; drawn < 60; drawn += 1)
    await spend(app.ctx, buckets.drawLinkCard, 'unknown').catch(() => {})
  expect((await visit(path)).status).toBe(200)
  expect((await visit(await pictureOf('/c/limited'))).status).toBe(429)
  expect((await visit(await pictureOf('/c/limited'), { method: 'HEAD' })).status).toBe(200)
})
