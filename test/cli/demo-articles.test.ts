import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { fillVisibility } from '../../src/cli/demo/visibility.ts'
import { findOutcome } from '../../src/features/geo/briefs/outcome/service.ts'
import { briefs } from '../../src/features/geo/briefs/table.ts'
import { readArticle } from '../../src/features/geo/briefs/writing/article/rules.ts'
import { checkArticle } from '../../src/features/geo/briefs/writing/article-checks.ts'
import { findMaterial } from '../../src/features/geo/briefs/writing/material/record.ts'
import { articleInstructions, describeBrief } from '../../src/features/geo/briefs/writing/prompt.ts'
import { standardOf } from '../../src/features/geo/briefs/writing/rules.ts'
import { posts } from '../../src/features/posts/table.ts'
import { testApp } from '../support/app.ts'

test('the articles of the sample are what Herald itself would have written and said', async () => {
  const { ctx, team } = await testApp()
  const { id } = await team('acme')
  await fillVisibility(ctx, id)
  const rows = await ctx.db.select().from(briefs)
  expect(rows.map(({ status }) => status).sort()).toEqual(['completed', 'draft', 'failed'])

  const written = rows.find(({ status }) => status === 'completed')
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

  // What came of it is told of a post that everybody can read.
  expect(post?.status).toBe('published')
  expect(await findOutcome(ctx, written.projectId, written)).toMatchObject({ published: true })
  expect(rows.find(({ status }) => status === 'failed')?.error).toStartWith(
    'The model did not write an article that can be used. It has 640 words instead of 900 to 1600.',
  )
})
