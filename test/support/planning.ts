import { briefs } from '../../src/features/geo/briefs/table.ts'
import { posts } from '../../src/features/posts/table.ts'
import type { Team } from './app.ts'
import { atEnd } from './cleanup.ts'
import { performer, type TestContext } from './context.ts'

/** A planner's answer that follows all rules. */
export function planAnswer(changes: Record<string, unknown> = {}) {
  return {
    targetPrompt: 'how do small teams write changelogs',
    intent: 'They want to write changelogs without a meeting for each.',
    contentSubtype: 'guide',
    workingTitle: 'How small teams write changelogs that people read',
    audience: 'Developers of small teams who release every week',
    jobToBeDone: 'Write the changelog of a release in ten minutes.',
    sections: [
      section('What a changelog is for'),
      section('What belongs into it'),
      section('How to write it in ten minutes'),
    ],
    questionsToAnswer: ['How long should a changelog be?'],
    internalLinks: [],
    acceptanceChecklist: ['The answer stands in the first 100 words.'],
    recommendedAngle: 'It shows the whole way on one release.',
    competitorsToCounter: [],
    sourcesToReference: [],
    missingCoverage: ['What to leave out'],
    ...changes,
  }
}

export function section(heading: string, ...claims: { text: string; answers: string[] }[]) {
  return { heading, goal: `The reader knows ${heading.toLowerCase()}.`, claims }
}

/** Performs jobs as soon as they are due, as a server does while it handles requests. */
export function performAtOnce(ctx: TestContext) {
  const perform = performer(ctx)
  const running: Promise<unknown>[] = []
  ctx.jobsReady.onWake(() => running.push(perform()))
  atEnd(async () => {
    await Promise.all(running)
  })
}

type BriefRow = typeof briefs.$inferSelect

/** The stored form of `planAnswer`. */
export function briefDocument(): BriefRow['document'] {
  const { sections, ...answer } = planAnswer()
  return {
    ...answer,
    contentSubtype: 'guide',
    sections: sections.map((each) => ({ ...each, claims: [] })),
    baseline: null,
  }
}

/** The draft post of an article; returns its id. */
export async function addArticlePost(ctx: TestContext, team: Pick<Team, 'id'>, id = 'post') {
  const now = ctx.now()
  await ctx.db.insert(posts).values({
    ...{ id, organizationId: team.id, contentType: 'blog_post', status: 'draft', title: 'An article' },
    ...{ content: '<p>one</p>', markdown: 'one', createdAt: now, updatedAt: now },
  })
  return id
}

/** An already planned brief; returns its id. */
export async function addBrief(
  ctx: TestContext,
  team: Pick<Team, 'id'>,
  projectId: string,
  changes: Partial<BriefRow> = {},
) {
  const now = ctx.now()
  const document = briefDocument()
  const row = {
    id: Bun.randomUUIDv7(),
    organizationId: team.id,
    projectId,
    topic: 'how small teams write changelogs',
    workingTitle: document.workingTitle,
    status: 'draft' as const,
    sourceKind: 'manual' as const,
    competitorIds: [],
    createdAt: now,
    updatedAt: now,
    document,
    evidence: { claims: [] },
    ...changes,
  }
  await ctx.db.insert(briefs).values(row)
  return row.id
}
