import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { automate } from '../../src/cli/demo/outlines.ts'
import { fillVisibility } from '../../src/cli/demo/visibility.ts'
import { findOutcome } from '../../src/features/geo/briefs/outcome.ts'
import { briefs } from '../../src/features/geo/briefs/table.ts'
import { readArticle } from '../../src/features/geo/briefs/writing/article.ts'
import { checkArticle } from '../../src/features/geo/briefs/writing/article-checks.ts'
import {
  articleInstructions,
  describeBrief,
} from '../../src/features/geo/briefs/writing/article-instructions.ts'
import { findMaterial } from '../../src/features/geo/briefs/writing/article-material.ts'
import { standardOf } from '../../src/features/geo/briefs/writing/judge-draft.ts'
import { posts } from '../../src/features/posts/table.ts'
import { testApp } from '../support/app.ts'

test("the sample articles are valid results of Herald's own planning and writing", async () => {
  const { ctx, team } = await testApp()
  const { id } = await team('acme')
  await fillVisibility(ctx, id)
  const rows = await ctx.db.select().from(briefs)
  expect(rows.map(({ status }) => status).sort()).toEqual(['completed', 'completed', 'draft'])

  const written = rows.find(({ document }) => document.targetPrompt === automate.document.targetPrompt)
  const completedAt = written?.completedAt
  if (!written || !completedAt) throw new Error('The sample has no written article.')
  const [post] = await ctx.db
    .select()
    .from(posts)
    .where(eq(posts.id, written.postId ?? ''))
  const material = await findMaterial(ctx, written)
  if (!material) throw new Error('The sample has no project.')
  const instructions = articleInstructions(material, { today: completedAt, linked: false })
  const evidence = { ...instructions, data: describeBrief(material, instructions) }
  const standard = standardOf(material, evidence, completedAt)
  const plan = {
    ...standard,
    category: 'changelog server',
    audience: 'maintainers who publish every week or two',
  }
  expect(checkArticle(readArticle(post?.markdown ?? '', standard.frame), plan)).toEqual([])

  expect(post?.sourceMetadata?.evidence).toMatchObject({
    facts: [
      { url: null, sentences: [expect.stringContaining('self-hosted changelog server')] },
      { url: null, sentences: [expect.stringContaining('drafts for review')] },
      { url: 'https://acme.example/how-it-works', sentences: [expect.stringContaining('writes the draft')] },
    ],
  })

  // An outcome is measured for a published post only.
  expect(post?.status).toBe('published')
  expect(await findOutcome(ctx, written.projectId, written)).toMatchObject({ published: true })
})

test('the sample draft with faults has the faults that its check finds, and cannot be published', async () => {
  const { ctx, team } = await testApp()
  const acme = await team('acme')
  await fillVisibility(ctx, acme.id)
  const [draft] = (await acme.call('GET', '/v1/posts?status=draft')).body.posts
  const { faults } = (await acme.call('GET', `/v1/posts/${draft.id}`)).body.post
  const found = (severity: string) =>
    faults.filter((fault: { severity: string }) => fault.severity === severity)
  expect(found('blocking').map(({ excerpt }: { excerpt: string }) => excerpt)).toEqual([
    'Ledgerly loses entries in large repositories.',
    '12 hours',
  ])
  expect(found('minor').length).toBeGreaterThan(0)
  const again = await acme.call('POST', `/v1/posts/${draft.id}/check`)
  expect(again.body.post.faults).toEqual(faults)
  expect((await acme.call('PATCH', `/v1/posts/${draft.id}`, { status: 'published' })).status).toBe(409)
})
