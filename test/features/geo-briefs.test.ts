import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { writeBriefJob } from '../../src/features/geo/briefs/job.ts'
import { briefs } from '../../src/features/geo/briefs/table.ts'
import { prompts } from '../../src/features/geo/prompts/table.ts'
import { createKey } from '../../src/features/keys/service.ts'
import { posts } from '../../src/features/posts/table.ts'
import { setLimits } from '../../src/features/usage/limits.ts'
import { usageHolds } from '../../src/features/usage/table.ts'
import { jobs } from '../../src/jobs/table.ts'
import { addProject, caller, type Team, testApp } from '../support/app.ts'
import { startModels } from '../support/models.ts'
import { addArticlePost, addBrief } from '../support/planning.ts'
import { planOf, recordStatements } from '../support/query-plan.ts'
import { addPrompt, insertSettings } from '../support/tracking.ts'

let models: ReturnType<typeof startModels>
let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let projectId: string
let base: string
beforeEach(async () => {
  models = startModels({})
  app = await testApp({}, models.models())
  acme = await app.team('acme')
  projectId = await addProject(app.ctx, acme.id)
  base = `/v1/projects/${projectId}/geo/briefs`
})
afterEach(() => models.stop())

const add = (changes: Partial<typeof briefs.$inferSelect> = {}) => addBrief(app.ctx, acme, projectId, changes)
const approve = (id: string) => acme.call('POST', `${base}/${id}/approve`)
const rowOf = async (id: string) =>
  (await app.ctx.db.select().from(briefs).where(eq(briefs.id, id)))[0] as typeof briefs.$inferSelect
const holds = () => app.ctx.db.select().from(usageHolds)
const runs = () => app.ctx.db.select().from(jobs).where(eq(jobs.name, writeBriefJob.name))

describe('GET briefs', () => {
  test('lists all briefs, newest first, with the fields of a list', async () => {
    const first = await add({ topic: 'the first' })
    app.ctx.clock.advance(1000)
    const postId = await addArticlePost(app.ctx, acme)
    const second = await add({ topic: 'the second', status: 'completed', postId })
    const { status, body } = await acme.call('GET', base)
    expect([status, body]).toEqual([
      200,
      {
        briefs: [
          {
            id: second,
            topic: 'the second',
            workingTitle: 'How small teams write changelogs that people read',
            status: 'completed',
            postId: 'post',
            error: null,
            createdAt: app.ctx.now().toISOString(),
          },
          expect.objectContaining({ id: first, topic: 'the first', status: 'draft', postId: null }),
        ],
        organization: { id: acme.id, slug: 'acme', name: 'Team acme', logo: null },
      },
    ])
  })

  test('is not paginated', async () => {
    for (let n = 0; n < 130; n++) await add()
    expect((await acme.call('GET', base)).body.briefs).toHaveLength(130)
  })

  test('reads an index that covers all its fields, and sorts nothing', async () => {
    await add()
    const sent = recordStatements(app.ctx.db)
    await acme.call('GET', base)
    const reads = sent.filter(({ sql }) => sql.includes('"geo_briefs"'))
    expect(reads).toHaveLength(1)
    for (const read of reads)
      expect(await planOf(app.ctx.db, read)).toEqual([
        'SEARCH geo_briefs USING COVERING INDEX geo_briefs_newest (project_id=?)',
        'CORRELATED SCALAR SUBQUERY 1',
        'SEARCH posts USING COVERING INDEX sqlite_autoindex_posts_1 (id=?)',
        'CORRELATED SCALAR SUBQUERY 2',
        'SEARCH own USING INDEX sqlite_autoindex_geo_briefs_1 (id=?)',
        'CORRELATED SCALAR SUBQUERY 3',
        'SEARCH post_checks USING INDEX sqlite_autoindex_post_checks_1 (post_id=?)',
        'CORRELATED SCALAR SUBQUERY 4',
        'SEARCH post_checks USING INDEX sqlite_autoindex_post_checks_1 (post_id=?)',
      ])
  })

  test('includes the reason of failed briefs', async () => {
    await add({ status: 'failed', error: 'The model was not there.' })
    // A new run has no reason from an earlier run.
    await add({ status: 'approved', error: 'The model was not there.' })
    const { body } = await acme.call('GET', base)
    expect(body.briefs.map(({ status, error }: any) => [status, error]).sort()).toEqual([
      ['approved', null],
      ['failed', 'The model was not there.'],
    ])
  })

  test('has no link to a deleted post, and neither has a single brief', async () => {
    const id = await add({ status: 'completed', postId: await addArticlePost(app.ctx, acme) })
    const postIds = async () => [
      (await acme.call('GET', base)).body.briefs[0].postId,
      (await acme.call('GET', `${base}/${id}`)).body.postId,
    ]
    expect(await postIds()).toEqual(['post', 'post'])
    expect((await acme.call('DELETE', '/v1/posts/post')).status).toBe(200)
    expect(await postIds()).toEqual([null, null])
  })

  test('needs briefs.read, and so does a single brief', async () => {
    const id = await add()
    const keyed = async (scope: string) => {
      const { key } = await createKey(app.ctx, acme.id, { name: scope, scopes: [scope] })
      return caller(app.api, key)
    }
    const reader = await keyed('briefs.read')
    const writer = await keyed('briefs.write')
    for (const path of [base, `${base}/${id}`]) {
      expect((await reader('GET', path)).status).toBe(200)
      expect((await writer('GET', path)).status).toBe(403)
    }
    for (const path of [base, `${base}/${id}/approve`])
      expect((await reader('POST', path, { topic: 'a topic' })).status).toBe(403)
  })
})

describe('GET one brief', () => {
  test('returns both shapes of the contract', async () => {
    const id = await add({ status: 'failed', error: 'No model.', runId: 'run', sourceId: 'gap-1' })
    const { status, body } = await acme.call('GET', `${base}/${id}`)
    const at = app.ctx.now().toISOString()
    const state = {
      status: 'failed',
      autoApproved: false,
      runId: 'run',
      postId: null,
      humanized: null,
      error: 'No model.',
      createdAt: at,
      updatedAt: at,
      completedAt: null,
    }
    const { document } = await rowOf(id)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      briefId: id,
      ...state,
      step: null,
      sourceKind: 'manual',
      sourceId: 'gap-1',
      evidence: { claims: [] },
      brief: { ...document, id, topic: 'how small teams write changelogs', brief: document, ...state },
      organization: { slug: 'acme' },
    })
  })

  test('of another project or organization is 404', async () => {
    const id = await add()
    const other = await addProject(app.ctx, acme.id)
    const stranger = await app.team('other')
    expect((await acme.call('GET', `/v1/projects/${other}/geo/briefs/${id}`)).body).toEqual({
      error: 'Brief not found',
    })
    expect((await stranger.call('GET', `${base}/${id}`)).body).toEqual({ error: 'Project not found' })
  })
})

describe('approving a brief', () => {
  test.each(['draft', 'failed'] as const)(
    'that is %s answers 202 with the run that it now waits for',
    async (status) => {
      const id = await add({ status, error: 'It failed.', completedAt: app.ctx.now() })
      const answer = await approve(id)
      const row = await rowOf(id)
      expect([answer.status, answer.body]).toEqual([
        202,
        { runId: row.runId, organization: expect.objectContaining({ slug: 'acme' }) },
      ])
      expect(row).toMatchObject({
        status: 'approved',
        approvedAt: app.ctx.now(),
        autoApproved: false,
        error: null,
        completedAt: null,
        step: null,
      })
      expect((await runs()).map(({ key, payload }) => [key, payload])).toEqual([
        [row.runId, { briefId: id, runId: row.runId }],
      ])
      expect((await holds()).map(({ feature, state }) => [feature, state])).toEqual([
        ['long_form_posts', 'held'],
      ])
    },
  )

  test.each(['approved', 'writing', 'completed'] as const)(
    'that is %s is a conflict and changes nothing',
    async (status) => {
      const id = await add({ status, runId: 'run' })
      const answer = await approve(id)
      expect([answer.status, answer.body]).toEqual([
        409,
        { error: `The status of the brief is ${status}: only a draft or failed brief can be approved` },
      ])
      expect(await rowOf(id)).toMatchObject({ status, runId: 'run' })
      expect(await holds()).toEqual([])
    },
  )

  describe('with further prompts', () => {
    const choose = (id: string, variantPromptIds: unknown) =>
      acme.call('POST', `${base}/${id}/approve`, { variantPromptIds })
    const addAll = async (...texts: string[]) => {
      for (const [index, text] of texts.entries())
        await addPrompt(app.ctx, { id: projectId }, `p${index + 1}`, text)
    }
    const planned = { sourceKind: 'gap' as const, sourceId: 'p1' }

    test('stores them, by either of their ids and each once, and returns them with their texts', async () => {
      await addAll('changelog tools', 'tools for changelogs', 'good changelog tools')
      const id = await add({ ...planned, variantPromptIds: ['p3'] })
      const read = async () => (await acme.call('GET', `${base}/${id}`)).body.variants
      expect(await read()).toEqual([{ id: 'p3', prompt: 'good changelog tools' }])
      expect((await choose(id, ['custom-p2', 'p2', 'p1'])).status).toBe(202)
      expect((await rowOf(id)).variantPromptIds).toEqual(['p2'])
      expect(await read()).toEqual([{ id: 'p2', prompt: 'tools for changelogs' }])
    })

    test('are not returned if they were deleted before any scan, since nothing has their text', async () => {
      const id = await add({ ...planned, variantPromptIds: ['deleted'] })
      expect((await acme.call('GET', `${base}/${id}`)).body.variants).toEqual([])
    })

    test('keeps the proposed ones without a choice, and none with an empty one', async () => {
      await addAll('changelog tools', 'tools for changelogs')
      const [kept, emptied] = [
        await add({ ...planned, variantPromptIds: ['p2'] }),
        await add({ sourceKind: 'prompt', sourceId: 'p1', variantPromptIds: ['p2'] }),
      ]
      await approve(kept)
      await choose(emptied, [])
      expect((await rowOf(kept)).variantPromptIds).toEqual(['p2'])
      expect((await rowOf(emptied)).variantPromptIds).toEqual([])
    })

    test('refuses prompts of other projects, more than four, and those that cannot be measured', async () => {
      await addAll('changelog tools', 'is Acme a changelog tool', 'tools for changelogs')
      const other = await addProject(app.ctx, acme.id)
      await addPrompt(app.ctx, { id: other }, 'foreign')
      await insertSettings(app.ctx, projectId, { companyName: 'Acme' })
      const published = await add({
        status: 'completed',
        ...planned,
        variantPromptIds: ['p3'],
        postId: 'post',
      })
      await addArticlePost(app.ctx, acme)
      const publishedAt = app.ctx.now()
      await app.ctx.db.update(posts).set({ status: 'published', publishedAt })
      const id = await add(planned)
      const refused = async (ids: unknown) => {
        const { status, body } = await choose(id, ids)
        return [status, body.error]
      }
      const cannot = (prompt: string, reason: string) => [
        400,
        `variantPromptIds cannot include "${prompt}": ${reason}`,
      ]
      expect(await refused(['foreign'])).toEqual([404, 'Prompt not found'])
      expect(await refused(['p2'])).toEqual(cannot('is Acme a changelog tool', 'it names the brand'))
      expect(await refused(['p3'])).toEqual(cannot('tools for changelogs', 'another article answers it'))
      expect(await refused(['a', 'b', 'c', 'd', 'e'])).toEqual([
        400,
        'variantPromptIds must have at most 4 IDs',
      ])
      const manual = await add()
      expect((await choose(manual, ['p3'])).body.error).toBe(
        'variantPromptIds can only be set if the brief was planned for a prompt',
      )
      expect((await rowOf(id)).status).toBe('draft')
      expect((await rowOf(published)).variantPromptIds).toEqual(['p3'])
    })

    test('are left out at the approval if they were deleted, or another article answers them by now', async () => {
      await addAll('changelog tools', 'tools for changelogs', 'good changelog tools', 'changelog apps')
      const variantPromptIds = ['p2', 'p3', 'p4']
      const first = await add({ ...planned, variantPromptIds: ['p2'] })
      const second = await add({ ...planned, sourceId: 'p5', variantPromptIds })
      await app.ctx.db.delete(prompts).where(eq(prompts.id, 'p3'))
      // Another draft can still change.
      expect((await approve(first)).status).toBe(202)
      expect((await rowOf(first)).variantPromptIds).toEqual(['p2'])
      expect((await approve(second)).status).toBe(202)
      expect((await rowOf(second)).variantPromptIds).toEqual(['p4'])
    })

    test('of two briefs that are approved at once with the same prompt, only one keeps it', async () => {
      await addAll('changelog tools', 'tools for changelogs')
      const both = [
        await add({ ...planned, variantPromptIds: ['p2'] }),
        await add({ ...planned, sourceId: 'p3', variantPromptIds: ['p2'] }),
      ]
      const answers = await Promise.all(both.map(approve))
      expect(answers.map(({ status }) => status)).toEqual([202, 202])
      const kept = await Promise.all(both.map(async (id) => (await rowOf(id)).variantPromptIds.length))
      expect(kept.sort()).toEqual([0, 1])
    })

    test('cannot be those of another open brief', async () => {
      await addAll('changelog tools', 'tools for changelogs', 'good changelog tools')
      await add({ sourceKind: 'prompt', sourceId: 'p3', variantPromptIds: ['p2'] })
      const id = await add(planned)
      for (const prompt of ['p2', 'p3']) expect((await choose(id, [prompt])).status).toBe(400)
      const person = await acme.person('member')
      const { body } = await person.call('GET', `/api/app/projects/${projectId}/briefs/${id}/variants`)
      expect(body.prompts).toEqual([])
    })

    test('are listed for the dashboard, the most similar first', async () => {
      await addAll('best changelog tools', 'how to bake bread', 'changelog tools for small teams')
      await add({ status: 'completed', ...planned, sourceId: 'p4' })
      const id = await add({ ...planned, topic: 'best changelog tools' })
      const person = await acme.person('member')
      const { status, body } = await person.call(
        'GET',
        `/api/app/projects/${projectId}/briefs/${id}/variants`,
      )
      expect([status, body.prompts]).toEqual([
        200,
        [
          { id: 'p3', prompt: 'changelog tools for small teams' },
          { id: 'p2', prompt: 'how to bake bread' },
        ],
      ])
    })
  })

  test('after a failure starts another run', async () => {
    const id = await add()
    const first = (await approve(id)).body.runId
    await app.ctx.db.update(briefs).set({ status: 'failed' }).where(eq(briefs.id, id))
    const second = (await approve(id)).body.runId
    expect(second).not.toBe(first)
    expect((await runs()).map(({ key }) => key)).toEqual([first, second])
  })

  test('fifty times at once starts one run', async () => {
    const id = await add()
    const answers = await Promise.all(Array.from({ length: 50 }, () => approve(id)))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([202, ...Array(49).fill(409)])
    expect([(await runs()).length, (await holds()).length]).toEqual([1, 1])
  })

  test('uses the long-form quota first, then credits, and is refused without either', async () => {
    await setLimits(app.ctx, acme.id, { longFormPosts: 1, creditCents: 1 })
    for (const mode of ['plan_quota', 'ai_credits']) {
      expect((await approve(await add())).status).toBe(202)
      expect((await holds()).at(-1)).toMatchObject({ mode, state: 'held' })
    }
    const id = await add()
    const refused = await approve(id)
    expect([refused.status, refused.body]).toEqual([
      402,
      { error: 'All long-form posts of this month are used; raise the limit or add AI credits.' },
    ])
    expect((await rowOf(id)).status).toBe('draft')
    expect(await holds()).toHaveLength(2)
  })

  test('is limited to 20 in ten minutes per organization; a conflict goes before the limit, the limit before quota', async () => {
    const done = await add({ status: 'completed' })
    for (let n = 0; n < 20; n++) expect((await approve(await add())).status).toBe(202)
    await setLimits(app.ctx, acme.id, { longFormPosts: 0 })
    const limited = await approve(await add())
    expect([limited.status, limited.body.error, limited.headers.get('ratelimit-limit')]).toEqual([
      429,
      'Rate limit exceeded',
      '20',
    ])
    expect((await approve(done)).status).toBe(409)
    app.ctx.clock.advance(600_001)
    expect((await approve(await add())).status).toBe(402)
  })

  test('without a model is refused before anything is reserved', async () => {
    app = await testApp()
    acme = await app.team('acme')
    projectId = await addProject(app.ctx, acme.id)
    base = `/v1/projects/${projectId}/geo/briefs`
    const answer = await approve(await add())
    expect([answer.status, answer.body]).toEqual([
      503,
      {
        error:
          'Briefs need a model: set one under Server, or set OPENAI_BASE_URL, OPENAI_API_KEY and WRITER_MODEL.',
      },
    ])
    expect([await holds(), await runs(), answer.headers.get('ratelimit-remaining')]).toEqual([[], [], '20'])
  })
})

describe('changing a brief', () => {
  const path = (id: string) => `/api/app/projects/${projectId}/briefs/${id}`
  const now = () => app.ctx.now().toISOString()

  test('preserves omitted fields, and returns the time of the change', async () => {
    const ada = await acme.person('member')
    const id = await add()
    app.ctx.clock.advance(5000)
    const { updatedAt } = (await ada.call('GET', `${base}/${id}`)).body
    const changes = { workingTitle: 'Another title', questionsToAnswer: ['Why at all?'] }
    const { status, body } = await ada.call('PATCH', path(id), { updatedAt, ...changes })
    expect([status, body.updatedAt]).toEqual([200, now()])
    expect(body.brief).toMatchObject({ ...changes, intent: (await rowOf(id)).document.intent })
    expect((await acme.call('GET', base)).body.briefs[0].workingTitle).toBe('Another title')
  })

  test('of two concurrent changes, the second gets the version of the first', async () => {
    const ada = await acme.person('member')
    const id = await add()
    const { updatedAt } = (await ada.call('GET', `${base}/${id}`)).body
    const [first, second] = await Promise.all(
      ['One', 'Two'].map((workingTitle) => ada.call('PATCH', path(id), { updatedAt, workingTitle })),
    )
    const [kept, refused] = first?.status === 200 ? [first, second] : [second, first]
    expect([kept?.status, refused?.status, refused?.body.error]).toEqual([
      200,
      409,
      'This brief was changed after it was read',
    ])
    expect(refused?.body.current).toEqual(kept?.body)
  })

  test.each(['approved', 'writing', 'completed'] as const)('that is %s is refused', async (status) => {
    const ada = await acme.person('member')
    const id = await add({ status })
    const answer = await ada.call('PATCH', path(id), { updatedAt: now(), workingTitle: 'New' })
    expect([answer.status, answer.body.error, answer.body.current.status]).toEqual([
      409,
      `The status of the brief is ${status}: only a draft or failed brief can be changed`,
      status,
    ])
  })

  test('that is stale is refused as a conflict, even if one of its further prompts was deleted', async () => {
    const ada = await acme.person('member')
    const id = await add({ sourceKind: 'gap', sourceId: 'p1' })
    const answer = await ada.call('PATCH', path(id), {
      updatedAt: new Date(0).toISOString(),
      variantPromptIds: ['deleted'],
    })
    expect([answer.status, answer.body.error, answer.body.current?.briefId]).toEqual([
      409,
      'This brief was changed after it was read',
      id,
    ])
  })

  test('refuses further prompts of other projects, and those that name the brand', async () => {
    const ada = await acme.person('member')
    const other = await addProject(app.ctx, acme.id)
    await addPrompt(app.ctx, { id: other }, 'foreign')
    await insertSettings(app.ctx, projectId, { companyName: 'Acme' })
    await addPrompt(app.ctx, { id: projectId }, 'own', 'is Acme good')
    const id = await add({ sourceKind: 'gap', sourceId: 'p1' })
    const refused = async (variantPromptIds: string[]) => {
      const { status, body } = await ada.call('PATCH', path(id), { updatedAt: now(), variantPromptIds })
      return [status, body.error]
    }
    expect(await refused(['foreign'])).toEqual([404, 'Prompt not found'])
    expect(await refused(['own'])).toEqual([
      400,
      'variantPromptIds cannot include "is Acme good": it names the brand',
    ])
    expect((await rowOf(id)).variantPromptIds).toEqual([])
  })

  const sections = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ heading: `Part ${n}`, goal: 'Know.', claims: [] }))
  test.each([
    ['too few sections', { sections: sections(2) }, 'sections must have 3 to 10 sections'],
    ['too many sections', { sections: sections(11) }, 'sections must have 3 to 10 sections'],
    [
      'a heading twice',
      { sections: [...sections(3), { heading: 'part 1!', goal: 'Know.', claims: [] }] },
      'Two sections have the heading "part 1!"',
    ],
    [
      'too many claims',
      { sections: [...sections(3), { heading: 'More', goal: 'Know.', claims: Array(7).fill('A claim') }] },
      'sections[3].claims must have at most 6 strings',
    ],
    [
      'a heading twice, once with its number',
      { sections: [...sections(3), { heading: '4. Part 1', goal: 'Know.', claims: [] }] },
      'Two sections have the heading "4. Part 1"',
    ],
    ['a title too long', { workingTitle: 'x'.repeat(161) }, 'workingTitle must have 1 to 160 characters'],
    ['no intent', { intent: ' ' }, 'intent must have 1 to 600 characters'],
    [
      'a link that runs',
      { internalLinks: [{ url: 'javascript:alert(1)', anchor: 'a', why: 'b' }] },
      'internalLinks[0].url must be a valid URL of up to 2048 characters',
    ],
    [
      'too many questions',
      { questionsToAnswer: Array(9).fill('Why?') },
      'questionsToAnswer must have at most 8 strings',
    ],
    [
      'too many checks',
      { acceptanceChecklist: Array(13).fill('Is it?') },
      'acceptanceChecklist must have at most 12 strings',
    ],
    [
      'another format',
      { contentSubtype: 'poem' },
      'contentSubtype must be one of guide, comparison, listicle, how-to, faq, alternatives',
    ],
    ['no updatedAt', { updatedAt: 'now' }, 'updatedAt must have 24 to 24 characters'],
  ])('with %s is refused', async (_, changes, error) => {
    const ada = await acme.person('member')
    const id = await add()
    const answer = await ada.call('PATCH', path(id), { updatedAt: now(), ...changes })
    expect([answer.status, answer.body.error]).toEqual([400, error])
    expect((await rowOf(id)).document.workingTitle).toBe('How small teams write changelogs that people read')
  })

  test('accepts headings that differ in punctuation only', async () => {
    const ada = await acme.person('member')
    const id = await add()
    const named = ['C', 'C++', 'C#'].map((heading) => ({ heading, goal: 'Know.', claims: [] }))
    expect((await ada.call('PATCH', path(id), { updatedAt: now(), sections: named })).status).toBe(200)
  })

  test('accepts only the content of a brief', async () => {
    const ada = await acme.person('member')
    const id = await add()
    const before = (await rowOf(id)).document
    const section = { heading: 'One', goal: 'Know.', claims: [], status: 'completed' }
    const given = [section, { ...section, heading: 'Two' }, { ...section, heading: 'Three' }]
    const foreign = { baseline: { totalEngines: 9 }, status: 'completed', topic: 'another', postId: 'x' }
    const { status } = await ada.call('PATCH', path(id), { updatedAt: now(), sections: given, ...foreign })
    const row = await rowOf(id)
    expect([status, row.status, row.topic, row.postId]).toEqual([
      200,
      'draft',
      'how small teams write changelogs',
      null,
    ])
    const sections = given.map(({ status: _, ...each }) => each)
    expect(row.document).toEqual({ ...before, sections })
  })

  test('removes the evidence of removed claims', async () => {
    const ada = await acme.person('member')
    const id = await add({
      evidence: {
        claims: [
          { claim: 'Globex is slow.', answers: ['c1'] },
          { claim: 'Initech is quick.', answers: ['c2'] },
        ],
      },
    })
    const kept = [...sections(2), { heading: 'Rivals', goal: 'Know.', claims: ['Initech is quick.'] }]
    const { body } = await ada.call('PATCH', path(id), { updatedAt: now(), sections: kept })
    expect(body.evidence).toEqual({ claims: [{ claim: 'Initech is quick.', answers: ['c2'] }] })
  })
})

describe('DELETE a brief', () => {
  const remove = async (id: string, team = acme) =>
    (await team.person('member', Bun.randomUUIDv7().slice(-8))).call(
      'DELETE',
      `/api/app/projects/${projectId}/briefs/${id}`,
    )

  test.each(['draft', 'failed', 'completed'] as const)(
    'removes one that is %s, but not its post',
    async (status) => {
      const postId = status === 'completed' ? await addArticlePost(app.ctx, acme) : null
      const id = await add({ status, postId })
      const answer = await remove(id)
      expect([answer.status, answer.body.id]).toEqual([200, id])
      expect((await acme.call('GET', `${base}/${id}`)).status).toBe(404)
      expect((await acme.call('GET', '/v1/posts/post')).body.post?.id ?? null).toBe(postId)
      expect((await remove(id)).status).toBe(404)
    },
  )

  test.each(['approved', 'writing'] as const)('refuses one that is %s', async (status) => {
    const id = await add({ status, runId: 'run' })
    const answer = await remove(id)
    expect([answer.status, answer.body.error]).toEqual([
      409,
      `The status of the brief is ${status}: only a draft, failed or completed brief can be deleted`,
    ])
    expect((await rowOf(id)).status).toBe(status)
  })

  test('allows a new plan for its source', async () => {
    const id = await add({ sourceKind: 'gap', sourceId: 'p1' })
    await remove(id)
    const next = await add({ sourceKind: 'gap', sourceId: 'p1' })
    expect((await rowOf(next)).status).toBe('draft')
  })

  test('of another organization is 404', async () => {
    const id = await add()
    expect((await remove(id, await app.team('other'))).status).toBe(404)
    expect((await rowOf(id)).id).toBe(id)
  })
})
