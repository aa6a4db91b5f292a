import type { Context } from '../../src/context.ts'
import { atomically } from '../../src/db/client.ts'
import { writeBriefJob } from '../../src/features/geo/briefs/job.ts'
import { type BriefDocument, briefs } from '../../src/features/geo/briefs/table.ts'
import type { Draft } from '../../src/features/geo/briefs/writing/article.ts'

type BriefRow = typeof briefs.$inferInsert

/** A planned brief for Acme, which makes changelogs; Globex is its competitor. */
export const document: BriefDocument = {
  targetPrompt: 'which tool writes changelogs for open source maintainers',
  intent: 'commercial',
  contentSubtype: 'guide',
  workingTitle: 'How open source maintainers choose a changelog tool',
  audience: 'maintainers of open source projects',
  jobToBeDone: 'pick a tool that writes the changelog of a release',
  sections: [
    {
      heading: 'What a changelog tool has to read',
      goal: 'Show that commits alone are not enough.',
      claims: ['Globex reads commit messages only.'],
    },
    {
      heading: 'How drafts become releases',
      goal: 'Show who decides what is published.',
      claims: ['Acme keeps every draft until a maintainer publishes it.'],
    },
    {
      heading: 'What it takes to begin',
      goal: 'Take away the fear of a migration.',
      claims: [],
    },
  ],
  questionsToAnswer: ['Does it work with a self-hosted code host?', 'Who decides what is published?'],
  internalLinks: [
    { url: 'https://acme.test/docs/drafts', anchor: 'how drafts work', why: 'explains drafts' },
    { url: 'https://acme.test/docs/start', anchor: 'getting started', why: 'the first steps' },
  ],
  acceptanceChecklist: ['The answer stands in the first 100 words.'],
}

/** Neutral sentences with enough content for any section. */
const pool = [
  'A maintainer reads the list of merged changes first and asks which of them a user will notice.',
  'Most of the work is not the writing but the sorting, since half of what is merged concerns nobody outside.',
  'The title of a change says what was done, and the description says why it was worth doing.',
  'Both have to be read before a sentence about them can be true.',
  'Where a description is missing, the linked issue often tells who asked for the change and what went wrong before.',
  'A tool that stops at the first line of a commit repeats what its author typed late in the evening.',
  'Readers of a release want to know whether they have to do something, and that belongs into the first lines.',
  'Breaking changes come with the step that replaces what is gone, in the words of the person who removed it.',
  'What was reverted before the release is not news, and a good draft leaves it out without being told.',
  'Dependency updates fill pages and help few, so they stand together at the end or not at all.',
  'Names of contributors belong next to their work, because a thank you costs nothing and is read by those who matter.',
  'The draft waits where everyone who reviews code can see it, and it waits for as long as the review takes.',
  'An editor changes a sentence, and the next draft keeps the habit instead of starting from nothing.',
  'Nothing goes out by itself unless somebody has said that it may.',
  'A small project begins with one repository and one release, and looks at what comes out of it.',
  'If the result needs more than a few corrections, the descriptions of the changes are the place to mend first.',
  'Old releases can stay as they are, since nobody reads the notes of a version that nobody runs.',
  'The first week shows which labels are used with care and which were only ever a good intention.',
  'After that the release takes as long as the reading of one page, and the page is worth reading.',
  'People who come back after a year find in it what they would otherwise ask in an issue.',
]

const openings = [
  'As a rule',
  'In practice',
  'For a small team',
  'After a year',
  'Before a release',
  'On a quiet day',
]

const subjects = ['the product', 'its first steps', 'its daily use', 'those who keep it']

/** The next sentence of the pool; after the last one, with other words. */
function sentenceAt(place: number): string {
  const sentence = pool[place % pool.length] ?? ''
  const round = Math.floor(place / pool.length)
  const opening = openings[(round - 1) % openings.length]
  return round === 0 ? sentence : `${opening}, ${later(sentence)}`
}

/** A sentence with other introductory words. */
const later = (sentence = '') => `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`

/** An article about a brief as a good model writes it, only from the input. */
export function writeArticle({ prompt }: { prompt: string }, words = 1_050): Draft {
  const brief = readBrief(prompt)
  const share = Math.ceil((words - 190 - brief.questions.length * 50) / brief.sections.length)
  let next = 0
  const sentences = (count: number) => Array.from({ length: count }, () => sentenceAt(next++)).join(' ')
  const sections = brief.sections.map(({ heading, claims }, index) => {
    const link = brief.links[index]
    const paragraphs = [
      ...claims.map(({ claim }) => claim),
      ...(link
        ? [
            `More of this is told on the page about [${link.words ?? subjects[index % subjects.length]}](${link.id}).`,
          ]
        : []),
    ]
    while (paragraphs.join(' ').split(' ').length < share) paragraphs.push(sentences(3))
    if (index === 0 && ['listicle', 'comparison', 'alternatives'].includes(brief.kind))
      paragraphs.push(
        '| What | Tells |\n| --- | --- |\n| Changes | what was merged |\n| Drafts | what is published |',
      )
    return { heading, markdown: paragraphs.join('\n\n') }
  })
  return {
    title: brief.workingTitle,
    answer: `Who asks ${brief.targetPrompt} is best served by one that reads changes and their descriptions together and leaves the last word to people. ${brief.brand} does that: it drafts the notes of a release from what was merged and waits until a maintainer publishes them.`,
    positioning: `${brief.brand} is a changelog tool for people who maintain software in the open.`,
    category: 'changelog tool',
    audience: 'people who maintain software in the open',
    sections,
    faq: brief.questions.map((question, index) => ({
      question,
      answer: `Here as well, ${later(pool[index % pool.length])} And once more, ${later(pool[(index + 7) % pool.length])}`,
    })),
    decision: `Choose ${brief.brand} when people are to have the last word on a release, and write by hand when there are two releases in a year.`,
    competitors: [],
    recommendations: 'Check the names of the pages that are linked.',
  }
}

/** The input of a question to the writer. */
export function readBrief(prompt: string) {
  const [, json = '{}'] = /<brief>\n(.*)\n<\/brief>/.exec(prompt) ?? []
  return JSON.parse(json) as {
    brand: string
    targetPrompt: string
    workingTitle: string
    kind: string
    sections: { heading: string; claims: { claim: string; answers?: { quotation: string }[] }[] }[]
    questions: string[]
    competitors: string[]
    links: { id: string; page: string; words?: string }[]
  }
}

/** The article to revise, if the question is about one; otherwise null. */
export function readDraft(prompt: string): string | null {
  const [, json] = /<article>\n(.*)\n<\/article>/.exec(prompt) ?? []
  return json ? JSON.parse(json).markdown : null
}

/** Answers any question of a run: it writes well, and revises nothing. */
export function answerWell({ prompt }: { prompt: string }): object {
  const markdown = readDraft(prompt)
  return markdown === null
    ? writeArticle({ prompt })
    : { markdown: markdown.replace('worth reading', 'read') }
}

/** An approved brief whose run is queued. Returns its stored form. */
export async function approveBrief(
  ctx: Context,
  project: { id: string; organizationId: string },
  changes: Partial<BriefRow> = {},
) {
  const now = ctx.now()
  const row = {
    id: changes.id ?? Bun.randomUUIDv7(),
    organizationId: project.organizationId,
    projectId: project.id,
    topic: document.targetPrompt,
    workingTitle: document.workingTitle,
    status: 'approved' as const,
    sourceKind: 'manual' as const,
    runId: Bun.randomUUIDv7(),
    competitorIds: [],
    createdAt: now,
    updatedAt: now,
    approvedAt: now,
    document,
    evidence: { claims: [] },
    ...changes,
  }
  const run = { briefId: row.id, runId: row.runId ?? '' }
  await atomically(ctx.db, [
    ctx.db.insert(briefs).values(row),
    writeBriefJob.insert(ctx, run, { key: row.runId ?? undefined }),
  ])
  return { ...row, ...run }
}
