import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { briefs, plans } from '../../src/features/geo/briefs/table.ts'
import { setLimits } from '../../src/features/usage/service.ts'
import { usageHolds } from '../../src/features/usage/table.ts'
import { type Team, testApp } from '../support/app.ts'
import { startModels } from '../support/models.ts'
import { performAtOnce, planAnswer } from '../support/planning.ts'
import { track } from '../support/tracking.ts'

let models: ReturnType<typeof startModels>
let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let projectId: string
let base: string
beforeEach(async () => {
  models = startModels(planAnswer())
  app = await testApp({}, models.models())
  performAtOnce(app.ctx)
  acme = await app.team('acme')
  projectId = await track(app.ctx, acme.id, { competitors: ['Globex', 'Initech'] })
  base = `/v1/projects/${projectId}/geo/briefs`
})
afterEach(() => models.stop())

const topic = 'how small teams write changelogs'
const plan = (body: object = {}) => acme.call('POST', base, { topic, ...body })
const stored = () => app.ctx.db.select().from(briefs)
const holds = () => app.ctx.db.select().from(usageHolds)

describe('planning', () => {
  test('answers 200 with a draft, which is in the list', async () => {
    const { status, body } = await plan()
    const [row] = await stored()
    expect([status, body]).toEqual([
      200,
      {
        briefId: row?.id,
        brief: {
          ...planAnswer(),
          sections: planAnswer().sections.map((section) => ({ ...section, claims: [] })),
          baseline: null,
        },
        status: 'draft',
        runId: null,
        postId: null,
        organization: { id: acme.id, slug: 'acme', name: 'Team acme', logo: null },
      },
    ])
    expect((await acme.call('GET', base)).body.briefs.map(({ id }: { id: string }) => id)).toEqual([
      body.briefId,
    ])
  })

  test('of the same source fifty times at once is planned once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => plan({ sourceKind: 'prompt', sourceId: `p1-${projectId}` })),
    )
    const done = answers.filter(({ status }) => status === 200)
    expect([done.length, answers.filter(({ status }) => status === 429).length]).toEqual([10, 40])
    expect(new Set(done.map(({ body }) => body.briefId)).size).toBe(1)
    expect([
      (await stored()).length,
      models.asked.length,
      (await app.ctx.db.select().from(plans)).length,
    ]).toEqual([1, 1, 1])
  })
})

describe('credits', () => {
  test('are held while a brief is planned and charged with what it cost', async () => {
    await setLimits(app.ctx, acme.id, { creditCents: 5 })
    models.replyWith(async () => {
      expect((await holds()).map(({ feature, mode, state }) => [feature, mode, state])).toEqual([
        ['ai_credits', 'ai_credits', 'held'],
      ])
      return planAnswer()
    })
    expect((await plan()).status).toBe(200)
    expect((await acme.call('GET', '/v1/usage')).body.usage).toMatchObject({
      creditCents: 4,
      modelCents: 1,
      credits: { used: 1, held: 0, planning: 1 },
    })
  })
})
