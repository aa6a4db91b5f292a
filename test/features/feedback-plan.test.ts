import { expect, test } from 'bun:test'
import { projects } from '../../src/features/geo/projects/table.ts'
import { createFeedbackToken } from '../../src/features/keys/service.ts'
import { caller, testApp } from '../support/app.ts'
import { planOf, recordStatements } from '../support/query-plan.ts'

async function useEverything() {
  const app = await testApp()
  const team = await app.team('acme')
  await app.ctx.db
    .insert(projects)
    .values({ id: 'p1', organizationId: team.id, name: 'P', createdAt: app.ctx.now() })
  const { token } = await createFeedbackToken(app.ctx, team.id, 'p1')
  const sent = recordStatements(app.ctx.db)
  const entry = { message: 'The export stops after a while.', title: 't', kind: 'bug', sentiment: 'neutral' }
  await app.anonymous('POST', '/v1/feedback/acme', { ...entry, idempotencyKey: 'k', projectId: 'p1' })
  await app.anonymous('POST', '/v1/feedback/acme', { ...entry, idempotencyKey: 'k' })
  await caller(app.api, token)('POST', '/v1/feedback', entry)
  const { body } = await team.call('POST', '/v1/feedback', entry)
  for (const query of [
    '',
    '?status=new',
    '?kind=bug',
    '?projectId=p1',
    '?status=new&kind=bug',
    '?status=new&kind=bug&projectId=p1&limit=1&page=2',
    '?groupBy=similar',
    '?groupBy=similar&status=new',
  ])
    await team.call('GET', `/v1/feedback${query}`)
  await team.call('GET', `/v1/feedback/${body.feedback.id}`)
  await team.call('PATCH', `/v1/feedback/${body.feedback.id}`, { status: 'resolved' })
  await team.call('GET', `/v1/feedback?similarTo=${body.feedback.id}`)
  await team.call('PATCH', `/v1/feedback/${body.feedback.id}`, { status: 'archived', withSimilar: true })
  return { db: app.ctx.db, sent }
}

test('no query scans the feedback, its counts or its tokens', async () => {
  const { db, sent } = await useEverything()
  const statements = new Map(sent.map((statement) => [statement.sql, statement]))
  expect(statements.size).toBeGreaterThan(20)
  const scans: string[] = []
  for (const statement of statements.values()) {
    for (const detail of await planOf(db, statement))
      if (/^SCAN (feedback|rate_limits)/.test(detail) && !/VIRTUAL TABLE INDEX \d+:M/.test(detail))
        scans.push(`${detail}: ${statement.sql}`)
  }
  expect(scans).toEqual([])
})

test('pages are read in the order of an index, not sorted', async () => {
  const { db, sent } = await useEverything()
  // The entries of one page are sorted after they were found by their keys.
  const pages = sent.filter(({ sql }) => /from "feedback".*order by/s.test(sql) && !sql.includes('json_each'))
  expect(pages.length).toBeGreaterThan(5)
  for (const page of pages)
    expect([page.sql, (await planOf(db, page)).some((detail) => detail.includes('TEMP B-TREE'))]).toEqual([
      page.sql,
      false,
    ])
})

test('groups of similar entries are counted and listed from the index of their first entries', async () => {
  const { db, sent } = await useEverything()
  const grouped = sent.filter(({ sql }) => /from "feedback".*"similar_to" is null/s.test(sql))
  expect(grouped.length).toBeGreaterThan(3)
  for (const statement of grouped)
    expect([statement.sql, (await planOf(db, statement)).join()]).toEqual([
      statement.sql,
      expect.stringContaining('feedback_originals'),
    ])
})
