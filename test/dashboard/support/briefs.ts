import { type BriefDocument, briefs } from '../../../src/features/geo/briefs/table.ts'
import type { Project } from '../../support/tracking.ts'
import { addPosts } from './posts.ts'
import type { Scene } from './scene.ts'
import { addGaps } from './visibility.ts'

type Row = Partial<typeof briefs.$inferInsert>

export const workingTitle = 'The best changelog tools of 2026, compared'

/** A claim about a competitor with supporting answers. */
export const borne = 'Beta shows its changelog in a widget.'
/** Their words. */
export const said = 'Beta is hosted and shows the changelog in a small widget.'

export const document: BriefDocument = {
  targetPrompt: 'best tools for changelogs',
  intent: 'Somebody compares tools before they choose one.',
  contentSubtype: 'listicle',
  workingTitle,
  audience: 'Leads of small software teams',
  jobToBeDone: 'Choose a changelog tool in an afternoon',
  sections: [
    {
      heading: 'What a changelog tool has to do',
      goal: 'Give the reader three questions to hold against each tool.',
      claims: ['A changelog is read by people who did not write the code.'],
    },
    {
      heading: 'Acme',
      goal: 'Say for whom Acme is right, and for whom it is not.',
      claims: ['Acme accounts for every merged pull request.', 'Acme runs on your own server.'],
    },
    { heading: 'Beta', goal: 'Be fair to Beta.', claims: [borne] },
    { heading: 'Which one to take', goal: 'Lead to a decision in one sentence.', claims: [] },
  ],
  questionsToAnswer: ['What does a changelog tool cost?', 'Can I host one myself?'],
  internalLinks: [{ url: 'https://acme.dev/docs', anchor: 'the documentation', why: 'It shows the set-up.' }],
  acceptanceChecklist: ['The first 100 words answer the question.', 'A table compares the tools.'],
  baseline: {
    sourcePromptId: 'tools',
    mentionedEngines: 1,
    totalEngines: 3,
    engines: [
      { engine: 'acme/alpha', mentioned: false, position: null },
      { engine: 'acme/beta', mentioned: false, position: null },
      { engine: 'acme/gamma', mentioned: true, position: 2 },
    ],
    competitorMentions: [
      { name: 'Beta', engines: 2 },
      { name: 'Northlight', engines: 1 },
    ],
    citedDomains: [{ domain: 'news.example', engines: 2 }],
    capturedAt: '2026-03-03T09:00:00.000Z',
  },
}

/** A brief after planning and runs; without a project of its own it is about a gap of a new one. */
export async function addBrief(scene: Scene, project: Project, row: Row = {}): Promise<string> {
  const { ctx } = scene.herald
  const now = ctx.now()
  const id = row.id ?? Bun.randomUUIDv7()
  const answers = [`${project.id}-1-0000`, `${project.id}-1-0001`]
  const quotations = answers.map((answer) => ({ answer, quotation: said }))
  await ctx.db.insert(briefs).values({
    ...{ id, organizationId: scene.team.id, projectId: project.id, status: 'draft' },
    ...{ topic: document.targetPrompt, workingTitle: (row.document ?? document).workingTitle, document },
    ...{ sourceKind: 'gap', sourceId: `tools-${project.id}`, competitorIds: [] },
    evidence: { claims: [{ claim: borne, answers, quotations }] },
    ...{ createdAt: now, updatedAt: now },
    ...row,
  })
  return id
}

/** A project with a gap and an article that is planned for it. */
export async function addPlanned(scene: Scene, row: Row = {}) {
  const project = await addGaps(scene)
  return { project, id: await addBrief(scene, project, row), geo: `/v1/projects/${project.id}/geo` }
}

const minute = 60_000

/** A project with an article in each state. */
export async function addArticles(scene: Scene): Promise<Project> {
  const project = await addGaps(scene)
  const { ctx } = scene.herald
  const [postId] = await addPosts(scene, [{ title: 'How to write release notes', contentType: 'blog_post' }])
  const add = (title: string, back: number, row: Row) => {
    const at = new Date(ctx.now().getTime() - back * minute)
    return addBrief(scene, project, {
      ...{ sourceKind: 'manual', sourceId: null, document: { ...document, workingTitle: title } },
      ...{ topic: title.toLowerCase(), createdAt: at, updatedAt: at, ...row },
    })
  }
  await addBrief(scene, project)
  await add('Changelogs in a monorepo', 1, { status: 'approved', runId: 'run-1', approvedAt: ctx.now() })
  await add('Alternatives to Beta', 2, { status: 'writing', runId: 'run-2', step: 'draft' })
  const error = 'The article has 640 words, where 900 are the fewest.'
  await add('Keep a changelog', 3, { status: 'failed', runId: 'run-3', step: 'check', error })
  const done = { status: 'completed', runId: 'run-4', step: 'save', postId, completedAt: ctx.now() } as const
  await add('How to write release notes', 4, done)
  return project
}
