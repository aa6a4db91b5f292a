import { and, desc, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { atomically } from '../../db/client.ts'
import { brandFacts } from '../../features/brand-identities/facts/table.ts'
import { findCitedFacts } from '../../features/geo/briefs/fact-citations.ts'
import { findNewestAnswers, toBaseline } from '../../features/geo/briefs/planning/evidence.ts'
import { briefs, type Evidence } from '../../features/geo/briefs/table.ts'
import { findMaterial } from '../../features/geo/briefs/writing/article-material.ts'
import { basisOf, checkArticleAgain } from '../../features/geo/briefs/writing/check-again.ts'
import { saveArticle } from '../../features/geo/briefs/writing/save-article.ts'
import { answers, checks } from '../../features/geo/scans/table.ts'
import { posts } from '../../features/posts/table.ts'
import { createQuotationFinder } from '../../writer/claim-support.ts'
import { standardLanguage, updatedIn } from '../../writer/phrases.ts'
import { automated, unfinished } from './article.ts'
import { automate, monorepo, type SampleOutline, widget } from './outlines.ts'
import { acme, competitors } from './questions.ts'

/** The parts of the sample project that articles need. */
type Sample = { organizationId: string; projectId: string; prompts: { id: string; prompt: string }[] }
type Row = typeof briefs.$inferInsert

/** An article that was written and published in the past, based on the answers up to then. */
export async function addWritten(ctx: Context, sample: Sample, at: Date): Promise<void> {
  const then: Context = { ...ctx, now: () => at }
  const { brief, run } = await addRunning(then, sample, automate)
  const markdown = `*${updatedIn(standardLanguage, at)}*\n\n${automated}`
  const facts = await ctx.db
    .select({ id: brandFacts.id, text: sql<string>`coalesce(${brandFacts.text}, '')`, url: brandFacts.url })
    .from(brandFacts)
    .where(eq(brandFacts.organizationId, sample.organizationId))
    .orderBy(brandFacts.createdAt)
  await atomically(then.db, [
    ...(await saveArticle(then, brief, run, {
      ...articleOf(brief, markdown),
      ...{ facts: findCitedFacts(markdown, facts), humanized: true },
    })),
    then.db
      .update(posts)
      .set({ status: 'published', publishedAt: at })
      .where(sql`${posts.id} = (select post_id from geo_briefs where id = ${brief.id})`),
  ])
}

/** A draft in which the article checks found faults, and an outline that is ready for review. */
export async function addUnfinished(ctx: Context, sample: Sample): Promise<void> {
  const { brief, run } = await addRunning(ctx, sample, monorepo)
  const material = await findMaterial(ctx, brief)
  if (!material) throw new Error('The sample has no project.')
  const { audience } = brief.document
  const basis = basisOf({ material, at: ctx.now().getTime(), category: 'changelog server', audience })
  const article = articleOf(brief, `*${updatedIn(standardLanguage, ctx.now())}*\n\n${unfinished}`)
  const faults = await checkArticleAgain(ctx, basis.basis, article, sample.organizationId)
  await atomically(ctx.db, await saveArticle(ctx, brief, run, { ...article, faulty: { faults, ...basis } }))
  await ctx.db.insert(briefs).values(await plan(ctx, sample, widget))
}

/** A brief whose article is being written. */
async function addRunning(ctx: Context, sample: Sample, outline: SampleOutline) {
  const at = ctx.now()
  const runId = crypto.randomUUID()
  const [brief] = await ctx.db
    .insert(briefs)
    .values({
      ...(await plan(ctx, sample, outline)),
      ...{ status: 'writing', runId, step: 'save', approvedAt: at, startedAt: at },
    })
    .returning()
  if (!brief) throw new Error('The brief was not stored.')
  return { brief, run: { briefId: brief.id, runId } }
}

const articleOf = ({ workingTitle }: { workingTitle: string }, markdown: string) => ({
  ...{ title: workingTitle, markdown, recommendations: null },
  ...{ identity: null, facts: [], humanized: false, cents: 0 },
})

async function plan(ctx: Context, sample: Sample, { document, borne }: SampleOutline): Promise<Row> {
  const { organizationId, projectId } = sample
  const prompt = sample.prompts.find((each) => each.prompt === document.targetPrompt)
  const sourceId = prompt?.id ?? ''
  const newest = await findNewestAnswers(ctx, projectId, sourceId, 'en')
  const given = await findGiven(ctx, projectId, sourceId)
  const now = ctx.now()
  return {
    ...{ id: crypto.randomUUID(), organizationId, projectId, status: 'draft', sourceKind: 'gap', sourceId },
    ...{ topic: document.targetPrompt, workingTitle: document.workingTitle, competitorIds: [] },
    ...{ createdAt: now, updatedAt: now },
    document: { ...document, baseline: toBaseline(sourceId, newest) },
    evidence: { claims: borne.flatMap((claim) => rest(claim, given)) },
  }
}

const bear = createQuotationFinder(
  [acme, ...competitors].map(({ name, aliases }) => ({
    key: name,
    name,
    terms: [name, ...aliases],
    hosts: [],
  })),
)
const maxAnswers = 2

/** A claim with the newest answers that support it. */
function rest(claim: string, given: { id: string; answer: string }[]): Evidence['claims'] {
  const quotations = given
    .flatMap(({ id, answer }) => {
      const quotation = bear(claim, answer)
      return quotation === null ? [] : [{ answer: id, quotation }]
    })
    .slice(0, maxAnswers)
  return quotations.length === 0
    ? []
    : [{ claim, answers: quotations.map(({ answer }) => answer), quotations }]
}

/** The answers to a prompt, newest first. */
const findGiven = (ctx: Context, projectId: string, promptId: string) =>
  ctx.db
    .select({ id: checks.id, answer: answers.answer })
    .from(checks)
    .innerJoin(answers, eq(answers.checkId, checks.id))
    .where(and(eq(checks.projectId, projectId), eq(checks.promptId, `custom-${promptId}`)))
    .orderBy(desc(checks.capturedAt))
