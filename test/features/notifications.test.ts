import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { atomically, type Db } from '../../src/db/client.ts'
import { feedback } from '../../src/features/feedback/table.ts'
import { members } from '../../src/features/members/table.ts'
import { collectDigestsJob, collectNotificationsJob } from '../../src/features/notifications/job.ts'
import { findWeeklyFigures } from '../../src/features/notifications/weekly-visibility.ts'
import { createPost } from '../../src/features/posts/create-post.ts'
import { connect, type SignedInPerson, scheduleBody, type Team, testApp } from '../support/app.ts'
import { drain } from '../support/context.ts'
import { addBrief } from '../support/planning.ts'
import { startSite } from '../support/site.ts'
import { readMail, startSmtp } from '../support/smtp.ts'
import { addCompetitor, addProject, addPrompt, track } from '../support/tracking.ts'
import { addScan, planAsking } from '../support/visibility.ts'

const day = 86_400_000

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let ada: SignedInPerson
let site: ReturnType<typeof startSite>
let smtp: ReturnType<typeof startSmtp>
let received: any[]
let answers: Response[]
let destinationId: string

beforeEach(async () => {
  received = []
  answers = []
  site = startSite({
    '/hook': async (request) => {
      received.push(await request.json())
      return answers.shift() ?? Response.json({})
    },
  })
  smtp = startSmtp()
  app = await testApp({
    allowPrivateNetwork: true,
    appUrl: 'https://herald.test',
    mail: { url: smtp.url, from: { name: 'Herald', address: 'herald@herald.test' } },
  })
  acme = await app.team('acme')
  ada = await acme.person('owner', 'Ada')
  const added = await ada.call('POST', '/api/app/destinations', { url: `${site.url}/hook`, name: 'Team' })
  destinationId = added.body.id
})
afterEach(() => {
  site.stop()
  smtp.stop()
})

const choose = (kinds: string[], path = `destinations/${destinationId}`) =>
  ada.call('PUT', `/api/app/notifications/${path}`, { kinds })

/** Lets some minutes pass, and sends what is due then. */
async function wait(minutes: number) {
  app.ctx.clock.advance(minutes * 60_000)
  await app.ctx.db.batch([collectNotificationsJob.insert(app.ctx, {})])
  await drain(app.ctx)
}

async function addDraft(title: string, organizationId = acme.id) {
  app.ctx.clock.advance(1000)
  const { statements } = await createPost(app.ctx, {
    organizationId,
    collectionId: null,
    contentType: 'changelog',
    title,
    markdown: 'Exports.',
    autoPublish: false,
    sourceMetadata: {},
  })
  await atomically(app.ctx.db, statements)
}

/** A project of 8 prompts and 2 engines; `scan` adds answers of so many days from now, of which a share in ten names it. */
async function addTrackedBrand() {
  const project = await addProject(app.ctx, acme)
  const ids = Array.from({ length: 8 }, (_, number) => String(number))
  for (const id of ids) await addPrompt(app.ctx, project, id)
  const asked = ids.map((id) => `custom-${id}`)
  const scan = (at: number, share: number, competitorIds: string[] = []) => {
    const answers = asked.flatMap((promptId, number) =>
      ['alpha', 'beta'].map((engine) => ({
        ...{ engine, promptId, competitorIds },
        mentioned: (number * 7 + (at + 100) * 3) % 10 < share,
      })),
    )
    const time = new Date(app.ctx.now().getTime() + at * day).toISOString()
    return addScan(app.ctx, project, time, answers, { plan: planAsking(asked, ['alpha', 'beta']) })
  }
  return { project, scan }
}

describe('a notification', () => {
  test('is sent only for chosen kinds, and not about what happened before', async () => {
    await addDraft('Old')
    await wait(1)
    await choose(['draft'])
    await wait(1)
    await addDraft('Acme 1.4')
    await app.ctx.db.insert(feedback).values({
      ...{ id: 'f', organizationId: acme.id, source: 'api', kind: 'bug', status: 'new', userAgent: '' },
      ...{ message: 'Broken', createdAt: app.ctx.now(), updatedAt: app.ctx.now() },
    } as never)
    await wait(1)
    expect(received).toEqual([
      {
        event: 'notification',
        text: 'New draft: Acme 1.4\n\nhttps://herald.test/app/acme/posts?status=draft',
        url: 'https://herald.test/app/acme/posts?status=draft',
        organization: 'Team acme',
      },
    ])
    await choose([])
    await addDraft('Acme 1.5')
    await wait(30)
    expect(received.length).toBe(1)
  })

  test('is one line for all that arrives within ten minutes after the first', async () => {
    await choose(['draft'])
    await addDraft('First')
    await wait(1)
    for (let at = 2; at <= 10; at++) await addDraft(`Draft ${at}`)
    await wait(5)
    expect(received.length).toBe(1)
    await wait(6)
    expect(received.map(({ text }) => text.split('\n')[0])).toEqual([
      'New draft: First',
      '9 new drafts, the newest: Draft 10',
    ])
    await wait(20)
    expect(received.length).toBe(2)
  })

  test('that an address refuses is stored with the reason, and the next one is sent', async () => {
    await choose(['draft'])
    answers.push(new Response('no_service', { status: 404 }))
    await addDraft('One')
    await wait(1)
    const { body } = await ada.call('GET', '/api/app/notifications')
    expect(body.destinations).toEqual([
      {
        id: destinationId,
        name: 'Team',
        kinds: ['draft'],
        error: 'The server returned status 404: no_service',
      },
    ])
    await addDraft('Two')
    await wait(11)
    expect((await ada.call('GET', '/api/app/notifications')).body.destinations[0].error).toBe(null)
  })

  test('goes to the email address of a member who asks for it, while they are a member', async () => {
    expect((await choose(['draft'], 'mail')).body.mail).toEqual({ kinds: ['draft'] })
    await addDraft('Acme 1.4')
    await wait(1)
    expect(smtp.received.map(({ to }) => to)).toEqual([[ada.email]])
    expect(readMail(smtp.received[0] as never).headers.get('subject')).toBe('New draft: Acme 1.4')
    await app.ctx.db.delete(members)
    await addDraft('Acme 1.5')
    await wait(11)
    expect(smtp.received.length).toBe(1)
  })

  test('to an address of another organization cannot be chosen', async () => {
    const stranger = await (await app.team('other')).person('owner', 'stranger')
    const path = `/api/app/notifications/destinations/${destinationId}`
    expect((await stranger.call('PUT', path, { kinds: ['draft'] })).status).toBe(404)
    const member = await acme.person('member', 'max')
    expect((await member.call('PUT', path, { kinds: ['draft'] })).status).toBe(403)
  })

  test('of a kind that is added later says nothing of what happened before', async () => {
    await choose(['feedback'])
    await addDraft('Old')
    await wait(60)
    await choose(['feedback', 'draft'])
    await wait(1)
    await addDraft('New')
    await wait(1)
    expect(received.map(({ text }) => text.split('\n')[0])).toEqual(['New draft: New'])
  })

  test('is one, though two requests choose it at the same moment', async () => {
    await Promise.all([choose(['draft'], 'mail'), choose(['draft'], 'mail')])
    await addDraft('Acme 1.4')
    await wait(1)
    expect(smtp.received.length).toBe(1)
  })

  test('reports a confirmed change of AI visibility, once and not before the first tested scan', async () => {
    await choose(['visibility'])
    const { scan } = await addTrackedBrand()
    for (let at = -40; at < -20; at++) await scan(at, 3)
    await wait(1)
    for (let at = -20; at < -16; at++) await scan(at, 9)
    await wait(1)
    // A rise that lasts four scans may be chance.
    expect(received).toEqual([])
    for (let at = -16; at < -12; at++) await scan(at, 9)
    await wait(1)
    await wait(1)
    const [{ text = '' } = {}, ...others] = received
    expect([text.split('\n')[0], others]).toEqual([
      expect.stringMatching(/^AI visibility changed: .*: mentions up \d+ points since Feb 12$/),
      [],
    ])
    for (let at = -12; at < 0; at++) {
      await scan(at, 9)
      await wait(11)
    }
    expect(received.length).toBe(1)
  })

  test('summarizes a week on Monday, once for each rule, and is left out of a week without events', async () => {
    const digest = async () => {
      await app.ctx.db.batch([collectDigestsJob.insert(app.ctx, {})])
      await drain(app.ctx)
    }
    await choose(['digest'], 'mail')
    await choose(['digest'])
    await addDraft('Acme 1.4')
    await wait(1)
    expect(received).toEqual([])
    app.ctx.clock.now = new Date('2026-03-09T08:00:10.000Z')
    await digest()
    await digest()
    expect(received.map(({ text }) => text.split('\n'))).toEqual([
      [
        'Your week at Team acme',
        '',
        'New draft: Acme 1.4',
        '',
        'https://herald.test/app/acme/posts?status=draft',
      ],
    ])
    expect(smtp.received.length).toBe(1)
    expect(readMail(smtp.received[0] as never).headers.get('subject')).toBe('Your week at Team acme')
    app.ctx.clock.now = new Date('2026-03-16T08:00:10.000Z')
    await digest()
    expect([received.length, smtp.received.length]).toEqual([1, 1])
  })

  test('of a week has the figures of each scanned project, compared with the week before', async () => {
    await choose(['digest'], 'mail')
    await choose(['digest'])
    const { project, scan } = await addTrackedBrand()
    await addCompetitor(app.ctx, project, 'north', 'Northlight')
    app.ctx.clock.now = new Date('2026-03-01T12:00:00.000Z')
    for (let at = -6; at <= 0; at++) await scan(at, 1, ['north'])
    for (let at = 1; at <= 7; at++) await scan(at, 9, ['north'])
    app.ctx.clock.now = new Date('2026-03-09T08:00:10.000Z')
    await app.ctx.db.batch([collectDigestsJob.insert(app.ctx, {})])
    await drain(app.ctx)
    const report =
      'https://herald.test/app/acme/geo?project=project&range=custom&from=2026-03-02&to=2026-03-08'
    const figures =
      /^AI visibility of Acme in eight prompts, Mar 2 – 8: Named in \d+% of the answers \(\d+–\d+%\)\. Looks \d+ points higher than the week before, not confirmed: \d+% to \d+%\. Share of voice: Northlight \d+%, Acme \d+%\.$/
    expect(received.map(({ text }) => text.split('\n').filter(Boolean))).toEqual([
      ['Your week at Team acme', expect.stringMatching(figures), `Report: ${report}`, report],
    ])
    const { body } = readMail(smtp.received[0] as never)
    expect(body).toContain(`Report: ${report}`)
    expect(body).toContain(`<a href="${report.replaceAll('&', '&amp;')}">Report</a>`)
  })

  test('of a week reaches other organizations if the figures of one cannot be read', async () => {
    await choose(['digest'])
    const { project, scan } = await addTrackedBrand()
    await scan(3, 5)
    await app.ctx.db.run(sql`update geo_settings set engines = '' where project_id = ${project.id}`)
    const beta = await app.team('beta')
    const bea = await beta.person('owner', 'Bea')
    const added = await bea.call('POST', '/api/app/destinations', { url: `${site.url}/hook`, name: 'Team' })
    await bea.call('PUT', `/api/app/notifications/destinations/${added.body.id}`, { kinds: ['digest'] })
    await addDraft('Acme 1.4', beta.id)
    app.ctx.clock.now = new Date('2026-03-09T08:00:10.000Z')
    await app.ctx.db.batch([collectDigestsJob.insert(app.ctx, {})])
    await drain(app.ctx)
    expect(received.map(({ text }) => text.split('\n')[0])).toEqual(['Your week at Team beta'])
    // The job is tried again.
    await app.ctx.db.run(sql`update geo_settings set engines = '[]' where project_id = ${project.id}`)
    app.ctx.clock.advance(day)
    await drain(app.ctx)
    expect(received.map(({ text }) => text.split('\n')[0])).toEqual([
      'Your week at Team beta',
      'Your week at Team acme',
    ])
  })

  test('of a week is not read from a replica', async () => {
    const { scan } = await addTrackedBrand()
    await scan(0, 5)
    const away = new Proxy({} as Db, {
      get: () => {
        throw new Error('The replica was read.')
      },
    })
    const to = new Date(app.ctx.now().getTime() + day)
    const organization = { id: acme.id, slug: 'acme', name: 'Acme', logo: null }
    const [line] = await findWeeklyFigures({ ...app.ctx, replica: away }, organization, to)
    expect(line?.text).toStartWith('AI visibility of Acme')
  })

  test('of a week counts the projects that it has no figures of', async () => {
    await choose(['digest'])
    for (let number = 1; number <= 11; number++) {
      const project = await addProject(app.ctx, acme, `project-${number}`)
      await addScan(app.ctx, project, '2026-03-05T10:00:00.000Z', [], { id: `scan-${number}` })
    }
    app.ctx.clock.now = new Date('2026-03-09T08:00:10.000Z')
    await app.ctx.db.batch([collectDigestsJob.insert(app.ctx, {})])
    await drain(app.ctx)
    expect(received[0].text).toContain('Figures of one more project: open Herald.')
  })

  test('of a week says that a project with few scans cannot be compared', async () => {
    await choose(['digest'])
    const { scan } = await addTrackedBrand()
    app.ctx.clock.now = new Date('2026-03-01T12:00:00.000Z')
    for (const at of [-3, 3]) await scan(at, 5)
    app.ctx.clock.now = new Date('2026-03-09T08:00:10.000Z')
    await app.ctx.db.batch([collectDigestsJob.insert(app.ctx, {})])
    await drain(app.ctx)
    expect(received[0].text).toContain('Not enough data to compare with the week before.')
    expect(received[0].text).not.toContain('→')
  })

  test('counts each kind of record', async () => {
    await choose(['draft', 'run', 'automation', 'feedback', 'brief', 'approval'])
    await addDraft('Acme 1.4')
    const repository = await connect(app.ctx, acme.id)
    const now = app.ctx.now().getTime()
    const stored = [
      sql`insert into generation_jobs (id, organization_id, status, content_type, repository_ids, source, error, created_at, updated_at, completed_at)
        values ('r', ${acme.id}, 'failed', 'changelog', '[]', 'api', 'No changes', ${now}, ${now}, ${now})`,
      sql`update automations set enabled = 0, failure_count = 99, failed_at = ${now}`,
      sql`insert into approvals (id, organization_id, conversation_kind, conversation_id, call_id, tool, input, input_hash, prompt, status, asked_by, created_at, expires_at)
        values ('a', ${acme.id}, 'chat', 'c', 'call', 'delete_post', '{}', 'x', 'Delete?', 'open', 'key', ${now}, ${now + 3_600_000})`,
    ]
    const schedule = scheduleBody(repository.id, { name: 'Weekly', enabled: false })
    await acme.call('POST', '/v1/schedules', schedule)
    for (const statement of stored) await app.ctx.db.run(statement)
    await acme.call('POST', '/v1/feedback', { message: 'Broken', kind: 'bug', sentiment: 'negative' })
    const projectId = await track(app.ctx, acme.id, {})
    await addBrief(app.ctx, acme, projectId)
    await wait(1)
    const [{ text }] = received
    expect(
      text
        .split('\n')
        .filter((line: string) => line.includes(':'))
        .slice(0, 6),
    ).toEqual([
      'New draft: Acme 1.4',
      'Failed run: No changes',
      'Paused trigger or schedule: Weekly',
      'New feedback: Broken',
      expect.stringMatching(/^Brief to review: /),
      'Pending approval: delete_post',
    ])
  })
})
