import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { atomically } from '../../src/db/client.ts'
import type { Material } from '../../src/features/geo/briefs/writing/article-material.ts'
import { basisOf } from '../../src/features/geo/briefs/writing/check-again.ts'
import { publishPostJob } from '../../src/features/posts/job.ts'
import { afterPublication } from '../../src/features/posts/publication.ts'
import { publishScheduled } from '../../src/features/posts/publish-scheduled.ts'
import { postChecks, postSchedules } from '../../src/features/posts/table.ts'
import { maxVersions } from '../../src/features/posts/versions.ts'
import { type SignedInPerson, type Team, testApp } from '../support/app.ts'
import { document } from '../support/articles.ts'
import { drain } from '../support/context.ts'
import { goPublic, publish } from '../support/published.ts'

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let ada: SignedInPerson
let other: Team

beforeEach(async () => {
  app = await testApp({ appUrl: 'https://herald.test' })
  acme = await app.team('acme')
  other = await app.team('other')
  ada = await acme.person('member', 'Ada')
  await goPublic(app.ctx, acme)
})

const hour = 3_600_000
const add = (isDraft: boolean, title = 'Exports', markdown = 'Old text.') =>
  publish(app.ctx, acme, { title, markdown, isDraft })
const named = (name: string) => ({ key: name.toLowerCase(), name, terms: [name], hosts: [] })
const material: Material = {
  ...{ document, own: named('Acme'), rivals: [named('Initech')], identity: null, voice: null },
  ...{ claims: [], links: [], pages: [], existingPageUrl: null },
}
const harmful = 'Acme is fast.\n\nInitech never answers its customers.'

/** Has a post checked as the article of a brief. */
async function checkAsArticle(postId: string) {
  const at = app.ctx.now().getTime()
  const checked = basisOf({ material, at, category: 'changelog tool', audience: 'small teams' })
  const row = { postId, ...checked, blocking: 0, minor: 0, faults: [], checkedAt: app.ctx.now() }
  await app.ctx.db.insert(postChecks).values(row)
}

const read = async (id: string) => (await acme.call('GET', `/v1/posts/${id}`)).body.post
const patch = async (id: string, body: object) =>
  (await acme.call('PATCH', `/v1/posts/${id}`, body)).body.post
const page = async () => (await app.anonymous('GET', '/c/acme')).text
const feed = async () => JSON.parse((await app.anonymous('GET', '/c/acme/feed.json')).text).items
const at = (milliseconds: number) => new Date(app.ctx.now().getTime() + milliseconds).toISOString()

describe('publishedAt', () => {
  test('is null for a draft, and the time of the first publication afterwards', async () => {
    const id = await add(true)
    expect((await read(id)).publishedAt).toBeNull()
    app.ctx.clock.advance(hour)
    const now = at(0)
    expect((await patch(id, { status: 'published' })).publishedAt).toBe(now)
    app.ctx.clock.advance(hour)
    expect((await patch(id, { title: 'New title' })).publishedAt).toBe(now)
  })

  test('stays the same when a post is unpublished and published again', async () => {
    const id = await add(false)
    const { publishedAt } = await read(id)
    app.ctx.clock.advance(hour)
    expect((await patch(id, { status: 'draft' })).publishedAt).toBeNull()
    expect((await patch(id, { status: 'published' })).publishedAt).toBe(publishedAt)
  })

  test('orders the public page and its feeds, instead of the time of writing', async () => {
    const draft = await add(true, 'Written first')
    await add(false, 'Written second')
    app.ctx.clock.advance(hour)
    await patch(draft, { status: 'published' })
    const titles = [...(await page()).matchAll(/<h2><a href="[^"]*">([^<]*)</g)].map(([, title]) => title)
    expect(titles).toEqual(['Written first', 'Written second'])
    const [first] = await feed()
    expect([first.title, first.date_published]).toEqual(['Written first', at(0)])
  })

  test('is not changed by a correction, which only changes when the feed entry was modified', async () => {
    const id = await add(false)
    const [before] = await feed()
    app.ctx.clock.advance(hour)
    await patch(id, { markdown: 'Corrected.' })
    const [after] = await feed()
    expect([after.id, after.date_published]).toEqual([before.id, before.date_published])
    expect(after.date_modified).toBe(at(0))
  })
})

describe('unpublished changes of a published post', () => {
  const edited = async (id: string) => (await ada.call('GET', `/api/app/posts/${id}/edited`)).body
  const save = (id: string, markdown: string, expectedUpdatedAt: string, title = 'Exports') =>
    ada.call('PUT', `/api/app/posts/${id}/revision`, { title, markdown, expectedUpdatedAt })
  const update = (id: string, body: object) =>
    ada.call('POST', `/api/app/posts/${id}/revision/publication`, body)

  test('are not visible to readers or the API until they are published', async () => {
    const id = await add(false)
    const { post } = await edited(id)
    const saved = await save(id, 'Half a senten', post.updatedAt)
    expect([saved.status, saved.body.post.markdown]).toEqual([200, 'Half a senten'])
    expect((await read(id)).markdown).toBe('Old text.')
    expect(await page()).not.toContain('Half a senten')
    const { revision, post: draft } = await edited(id)
    expect(revision).toEqual({
      author: 'Ada',
      basedOn: post.updatedAt,
      publishedVersion: post.updatedAt,
    })
    const published = await update(id, {
      expectedUpdatedAt: draft.updatedAt,
      publishedVersion: revision.publishedVersion,
    })
    expect([published.status, published.body.revision]).toEqual([200, null])
    expect((await read(id)).markdown).toBe('Half a senten')
    expect(await page()).toContain('Half a senten')
  })

  test('can be discarded', async () => {
    const id = await add(false)
    await save(id, 'Other text.', (await edited(id)).post.updatedAt)
    const { body } = await ada.call('DELETE', `/api/app/posts/${id}/revision`)
    expect([body.revision, body.post.markdown]).toEqual([null, 'Old text.'])
  })

  test('are not overwritten by a save that has read an earlier version', async () => {
    const id = await add(false)
    const { updatedAt } = (await edited(id)).post
    const first = await save(id, 'First.', updatedAt)
    expect((await save(id, 'Second.', updatedAt)).status).toBe(409)
    expect((await edited(id)).post.markdown).toBe('First.')
    expect((await save(id, 'Second.', first.body.post.updatedAt)).status).toBe(200)
  })

  test('of two people at the same moment are saved once', async () => {
    const id = await add(false)
    const { updatedAt } = (await edited(id)).post
    const answers = await Promise.all(['One.', 'Two.'].map((text) => save(id, text, updatedAt)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('are not published over a text that changed meanwhile', async () => {
    const id = await add(false)
    const { updatedAt } = (await edited(id)).post
    await save(id, 'Mine.', updatedAt)
    await patch(id, { markdown: 'Theirs.' })
    const { revision, post } = await edited(id)
    expect(revision.basedOn).not.toBe(revision.publishedVersion)
    const stale = await update(id, {
      expectedUpdatedAt: post.updatedAt,
      publishedVersion: revision.basedOn,
    })
    expect([stale.status, (await read(id)).markdown]).toEqual([409, 'Theirs.'])
    const seen = { expectedUpdatedAt: post.updatedAt, publishedVersion: revision.publishedVersion }
    expect((await update(id, seen)).status).toBe(200)
    expect((await read(id)).markdown).toBe('Mine.')
  })

  test('with faults that prevent publication are not published', async () => {
    const id = await add(false)
    await checkAsArticle(id)
    await save(id, harmful, (await edited(id)).post.updatedAt)
    const { revision, post } = await edited(id)
    const { status } = await update(id, {
      expectedUpdatedAt: post.updatedAt,
      publishedVersion: revision.publishedVersion,
    })
    expect([status, (await read(id)).markdown]).toEqual([409, 'Old text.'])
  })

  test('exist for published texts only', async () => {
    const id = await add(true)
    const refused = await save(id, 'New.', (await edited(id)).post.updatedAt)
    expect([refused.status, refused.body]).toEqual([
      409,
      { error: 'Only published texts have unpublished changes. Reload the page.' },
    ])
    const published = await add(false, 'Other')
    const { updatedAt } = await read(published)
    const none = await update(published, { expectedUpdatedAt: updatedAt, publishedVersion: updatedAt })
    expect(none.body).toEqual({ error: 'This post has no unpublished changes.' })
  })

  test('become the text of a draft again when the post is unpublished', async () => {
    const id = await add(false)
    await save(id, 'Unfinished.', (await edited(id)).post.updatedAt)
    await patch(id, { status: 'draft' })
    const { post, revision } = await edited(id)
    expect([post.markdown, revision]).toEqual(['Unfinished.', null])
  })

  test('of another organization are not found', async () => {
    const id = await add(false)
    const eve = await other.person('member', 'Eve')
    expect((await eve.call('GET', `/api/app/posts/${id}/edited`)).body.post).toBeNull()
    expect((await eve.call('DELETE', `/api/app/posts/${id}/revision`)).status).toBe(404)
    expect((await eve.call('GET', `/api/app/posts/${id}/versions`)).status).toBe(404)
    expect((await eve.call('GET', `/api/app/posts/${id}/versions/1`)).status).toBe(404)
  })
})

describe('the history of a post', () => {
  const versions = async (id: string) =>
    (await ada.call('GET', `/api/app/posts/${id}/versions`)).body.versions
  const text = async (id: string, number: number) =>
    (await ada.call('GET', `/api/app/posts/${id}/versions/${number}`)).body

  test('begins with the text as it was created', async () => {
    const id = await add(true)
    expect(await versions(id)).toEqual([
      { number: 1, kind: 'recorded', title: 'Exports', author: null, createdAt: at(0) },
    ])
    expect(await text(id, 1)).toEqual({ title: 'Exports', markdown: 'Old text.' })
  })

  test('has who changed what and when, newest first, with the text of each version', async () => {
    const id = await add(true)
    app.ctx.clock.advance(hour)
    await patch(id, { markdown: 'By a key.' })
    await ada.call('PATCH', `/v1/posts/${id}`, { status: 'published' })
    await ada.call('PATCH', `/v1/posts/${id}`, { status: 'draft' })
    expect((await versions(id)).map(({ kind, author }: any) => [kind, author])).toEqual([
      ['unpublished', 'Ada'],
      ['published', 'Ada'],
      ['edited', 'test'],
      ['recorded', null],
    ])
    expect(await text(id, 1)).toMatchObject({ markdown: 'Old text.' })
    expect(await text(id, 2)).toMatchObject({ markdown: 'By a key.' })
    expect((await ada.call('GET', `/api/app/posts/${id}/versions/9`)).body).toEqual({
      error: 'Version not found',
    })
  })

  test('combines the edits of one author within half an hour', async () => {
    const id = await add(true)
    for (const markdown of ['One.', 'Two.', 'Three.']) {
      await patch(id, { markdown })
      app.ctx.clock.advance(hour / 6)
    }
    expect((await versions(id)).map(({ number }: any) => number)).toEqual([2, 1])
    app.ctx.clock.advance(hour)
    await patch(id, { markdown: 'Four.' })
    await ada.call('PATCH', `/v1/posts/${id}`, { markdown: 'Five.' })
    expect((await versions(id)).map(({ number }: any) => number)).toEqual([4, 3, 2, 1])
    expect(await text(id, 2)).toMatchObject({ markdown: 'Three.' })
  })

  test(`has at most ${maxVersions} versions and never loses the first one`, async () => {
    const id = await add(true)
    for (let count = 0; count < maxVersions + 5; count++) {
      app.ctx.clock.advance(hour)
      await patch(id, { markdown: `Text ${count}.` })
    }
    const numbers = (await versions(id)).map(({ number }: any) => number)
    expect([numbers.length, numbers.at(-1), numbers[0]]).toEqual([maxVersions, 1, maxVersions + 6])
  })

  test('is deleted with the post', async () => {
    const id = await add(true)
    await patch(id, { markdown: 'New.' })
    await acme.call('DELETE', `/v1/posts/${id}`)
    expect((await ada.call('GET', `/api/app/posts/${id}/versions`)).status).toBe(404)
  })
})

describe('a scheduled post', () => {
  const schedule = (id: string, scheduledAt: string, rest: object = {}) =>
    acme.call('POST', `/v1/posts/${id}/schedule`, { scheduledAt, ...rest })
  const get = async (id: string) => (await acme.call('GET', `/v1/posts/${id}/schedule`)).body.schedule

  test('is published at its time, not before, with that time as its date', async () => {
    const id = await add(true)
    const scheduledAt = at(hour)
    const { status, body } = await schedule(id, scheduledAt, { timeZone: 'Europe/Berlin' })
    expect([status, body.schedule]).toEqual([
      200,
      { scheduledAt, timeZone: 'Europe/Berlin', createdAt: at(0), createdBy: 'test', error: null },
    ])
    app.ctx.clock.advance(hour - 1)
    await drain(app.ctx)
    expect((await read(id)).status).toBe('draft')
    app.ctx.clock.advance(1)
    await drain(app.ctx)
    expect(await read(id)).toMatchObject({ status: 'published', publishedAt: scheduledAt })
    expect(await get(id)).toBeNull()
  })

  test('is published at the new time only if it is scheduled again', async () => {
    const id = await add(true)
    await schedule(id, at(hour))
    await schedule(id, at(2 * hour))
    app.ctx.clock.advance(hour)
    await drain(app.ctx)
    expect((await read(id)).status).toBe('draft')
    app.ctx.clock.advance(hour)
    await drain(app.ctx)
    expect((await read(id)).status).toBe('published')
  })

  test('is published once after the clock jumped a day forward', async () => {
    const id = await add(true)
    await schedule(id, at(hour))
    app.ctx.clock.advance(24 * hour)
    await drain(app.ctx)
    await drain(app.ctx)
    const kinds = (await ada.call('GET', `/api/app/posts/${id}/versions`)).body.versions
    expect(kinds.map(({ kind }: any) => kind)).toEqual(['published', 'recorded'])
  })

  test('is published once though two servers publish it at the same time', async () => {
    const id = await add(true)
    await schedule(id, at(hour))
    const scheduled = { postId: id, scheduledAt: Date.parse(at(hour)), createdAt: Date.parse(at(0)) }
    app.ctx.clock.advance(hour)
    const checks = { article: async () => [], generated: async () => [] }
    const [first, second] = [
      await publishScheduled(app.ctx, checks, scheduled),
      await publishScheduled(app.ctx, checks, scheduled),
    ]
    await atomically(app.ctx.db, first)
    await expect(atomically(app.ctx.db, second)).rejects.toThrow()
    const { versions } = (await ada.call('GET', `/api/app/posts/${id}/versions`)).body
    expect(versions.map(({ kind }: any) => kind)).toEqual(['published', 'recorded'])
    const announced = sql`select count(*) as count from jobs where name = ${afterPublication}`
    expect(await app.ctx.db.all(announced)).toEqual([{ count: 1 }])
  })

  test('shows no error of an earlier schedule', async () => {
    const id = await add(true)
    await schedule(id, at(hour))
    const checks = { article: async () => [], generated: async () => [] }
    const first = { postId: id, scheduledAt: Date.parse(at(hour)), createdAt: Date.parse(at(0)) }
    await schedule(id, at(2 * hour))
    await atomically(app.ctx.db, await publishPostJob(checks).onDead(app.ctx, first, 'It failed.'))
    expect((await get(id)).error).toBeNull()
  })

  test('that is deleted while it is scheduled is not found', async () => {
    const id = await add(true)
    await app.ctx.db.run(sql`
      create trigger deletion before insert on post_schedules begin delete from posts; end`)
    expect((await schedule(id, at(hour))).status).toBe(404)
  })

  test('stays a draft if the schedule is canceled', async () => {
    const id = await add(true)
    await schedule(id, at(hour))
    const canceled = await acme.call('DELETE', `/v1/posts/${id}/schedule`)
    expect(canceled.body).toMatchObject({ canceled: true, inProgress: false })
    expect((await acme.call('DELETE', `/v1/posts/${id}/schedule`)).body.canceled).toBe(false)
    app.ctx.clock.advance(2 * hour)
    await drain(app.ctx)
    expect((await read(id)).status).toBe('draft')
  })

  test('keeps its schedule when the status that it has is sent again', async () => {
    const id = await add(true)
    await schedule(id, at(hour))
    await patch(id, { title: 'New', status: 'draft' })
    expect(await get(id)).not.toBeNull()
  })

  test('has no schedule any more when it is published or unpublished by hand', async () => {
    const id = await add(true)
    await schedule(id, at(hour))
    await patch(id, { status: 'published' })
    expect(await get(id)).toBeNull()
    await patch(id, { status: 'draft' })
    app.ctx.clock.advance(2 * hour)
    await drain(app.ctx)
    expect((await read(id)).status).toBe('draft')
  })

  test('with blocking faults stays a draft, and its schedule says why', async () => {
    const id = await add(true, 'Exports', harmful)
    await schedule(id, at(hour))
    await checkAsArticle(id)
    app.ctx.clock.advance(hour)
    await drain(app.ctx)
    expect((await read(id)).status).toBe('draft')
    expect((await get(id)).error).toContain('No source supports')
  })

  test('that is five minutes late is published now', async () => {
    const id = await add(true)
    expect((await schedule(id, at(-5 * 60_000))).status).toBe(200)
    await drain(app.ctx)
    expect((await read(id)).status).toBe('published')
  })

  test.each<[string, () => object, string]>([
    [
      'more than five minutes ago',
      () => ({ scheduledAt: at(-5 * 60_000 - 1) }),
      'scheduledAt must not be in the past',
    ],
    [
      'in more than a year',
      () => ({ scheduledAt: at(367 * 24 * hour) }),
      'scheduledAt must be within a year',
    ],
    [
      'without an offset',
      () => ({ scheduledAt: '2026-12-01T09:00:00' }),
      'scheduledAt must be an ISO 8601 time with an offset',
    ],
    [
      'on a day that does not exist',
      () => ({ scheduledAt: '2026-02-30T09:00:00Z' }),
      'scheduledAt must be an ISO 8601 time with an offset',
    ],
    [
      'in an unknown time zone',
      () => ({ scheduledAt: at(hour), timeZone: 'Mars/Base' }),
      'timeZone must be the name of a time zone, such as Europe/Berlin',
    ],
    [
      'in an offset, which is no time zone',
      () => ({ scheduledAt: at(hour), timeZone: '+02:00' }),
      'timeZone must be the name of a time zone, such as Europe/Berlin',
    ],
    [
      'for another destination',
      () => ({ scheduledAt: at(hour), destinations: [{ destination: 'github' }] }),
      'destinations must be empty: this server publishes to its own page only',
    ],
  ])('cannot be scheduled %s', async (_, body, error) => {
    const id = await add(true)
    const refused = await acme.call('POST', `/v1/posts/${id}/schedule`, body())
    expect([refused.status, refused.body]).toEqual([400, { error }])
  })

  test('cannot be published already, unknown or of another organization', async () => {
    const id = await add(false)
    const refused = await schedule(id, at(hour))
    expect([refused.status, refused.body]).toEqual([409, { error: 'Post is already published' }])
    const body = { scheduledAt: at(hour) }
    const draft = await add(true)
    for (const [method, rest] of [['POST', body], ['GET'], ['DELETE']] as const) {
      const foreign = await other.call(method, `/v1/posts/${draft}/schedule`, rest)
      expect([foreign.status, foreign.body]).toEqual([404, { error: 'Post not found' }])
    }
    expect(await app.ctx.db.$count(postSchedules)).toBe(0)
  })
})

describe('a post written by hand', () => {
  const create = (body: object) => acme.call('POST', '/v1/posts', body)

  test('is a draft unless the status says otherwise', async () => {
    const text = { contentType: 'blog_post', markdown: '# Faster exports\n\nThey are **fast**.' }
    const draft = await create(text)
    expect([draft.status, draft.body.post]).toMatchObject([
      201,
      {
        title: 'Faster exports',
        slug: 'faster-exports',
        status: 'draft',
        contentType: 'blog_post',
        publishedAt: null,
        collectionId: null,
      },
    ])
    expect(draft.body.post.content).toContain('<strong>fast</strong>')
    const published = await create({ ...text, title: 'Given', status: 'published' })
    expect(published.body.post).toMatchObject({ title: 'Given', status: 'published', publishedAt: at(0) })
    expect(await page()).toContain('Given')
  })

  test('can be an empty draft, which cannot be published', async () => {
    const { status, body } = await create({ contentType: 'blog_post', title: 'Exports' })
    const { id } = body.post
    expect([status, body.post.markdown, body.post.content]).toEqual([201, '', ''])
    const refused = await acme.call('PATCH', `/v1/posts/${id}`, { status: 'published' })
    expect([refused.status, refused.body]).toEqual([400, { error: 'An empty post cannot be published' }])
    await acme.call('POST', `/v1/posts/${id}/schedule`, { scheduledAt: at(hour) })
    app.ctx.clock.advance(hour)
    await drain(app.ctx)
    const { schedule } = (await acme.call('GET', `/v1/posts/${id}/schedule`)).body
    expect([schedule.error, (await read(id)).status]).toEqual(['An empty post cannot be published', 'draft'])
    expect((await create({ contentType: 'blog_post', title: 'Exports', status: 'published' })).body).toEqual({
      error: 'markdown is required to publish a post',
    })
  })

  test('has the slug that is sent, which only one post can have', async () => {
    const text = { contentType: 'changelog', title: 'Faster exports', markdown: 'Fast.', slug: 'exports-2' }
    expect((await create(text)).body.post.slug).toBe('exports-2')
    const second = await create(text)
    expect([second.status, second.body]).toEqual([409, { error: 'A post with this slug already exists' }])
    const social = await create({ ...text, contentType: 'twitter_post', slug: 'exports-3' })
    expect([social.status, social.body]).toEqual([
      400,
      { error: 'Slug can only be set for blog posts and changelogs' },
    ])
  })

  test('needs a title if the text has no heading', async () => {
    const refused = await create({ contentType: 'changelog', markdown: 'Only words.' })
    expect([refused.status, refused.body]).toEqual([
      400,
      { error: 'title is required if the text has no heading' },
    ])
  })

  test.each([
    [{ contentType: 'image', markdown: '# x' }, /contentType must be/],
    [{ contentType: 'changelog' }, /title is required/],
    [{ contentType: 'changelog', markdown: '<script>' }, /Invalid markdown content/],
  ])('is refused: %j', async (body, error) => {
    const refused = await create(body)
    expect([refused.status, refused.body.error]).toEqual([400, expect.stringMatching(error)])
  })

  test('cannot be published at once if it is a social post, as those of runs', async () => {
    const text = { contentType: 'twitter_post', title: 'Fast', markdown: 'Fast.' }
    expect((await create(text)).body.post).toMatchObject({ status: 'draft', slug: null })
    expect((await create({ ...text, status: 'published' })).body).toEqual({
      error: 'Only changelogs and blog posts can be published when they are created',
    })
  })
})

test('posts published before the time was stored keep the date of their creation', async () => {
  const id = await add(false)
  await atomically(app.ctx.db, [app.ctx.db.run('update posts set published_at = null')])
  const { createdAt } = await read(id)
  expect((await feed())[0].date_published).toBe(createdAt)
})
