import type { ModelUsage } from '../../ai/generate.ts'
import { type Draft, draftChangelog, reasonToSkip } from '../../changelog/draft.ts'
import { layOut } from '../../changelog/layout.ts'
import { type LedgerEntry, toLedger } from '../../changelog/ledger.ts'
import { placeChanges } from '../../changelog/place.ts'
import { type Prose, writeProse } from '../../changelog/prose.ts'
import { defaultTitle, subjectOf } from '../../changelog/title.ts'
import type { Context } from '../../context.ts'
import type { Attempt } from '../../jobs/define.ts'
import { type Answer, type Asking, ask } from '../../writer/ask.ts'
import type { Evidence } from '../../writer/evidence.ts'
import {
  checkHeadline,
  checkSentences,
  checkSummary,
  checkTitle,
  checkWords,
  summaryLength,
} from './check-changelog.ts'
import {
  askAgain,
  audienceOf,
  ChangelogAnswer,
  instructionsFor,
  SummaryAnswer,
  toneOf,
  type WritingBrief,
} from './prompt.ts'
import { briefly, describeActivity, productOf, tagsOf } from './write-data.ts'

export type Written =
  | {
      skipped: null
      title: string
      markdown: string
      recommendations: string | null
      /** Of a changelog: what became of each change, and the range of its only repository. */
      ledger?: LedgerEntry[]
      range?: { from: string | null; to: string }
      usages: ModelUsage[]
    }
  | { skipped: string; ledger?: LedgerEntry[]; usages: ModelUsage[] }

/** What a model contributed that passed its checks; the rules stand in for the rest. */
type Contribution = {
  title: string | null
  summary: string | null
  wish: string[]
  highlights: Prose['highlights']
  titles: Prose['titles']
  usages: ModelUsage[]
}

const nothing: Contribution = {
  title: null,
  summary: null,
  wish: [],
  highlights: new Map(),
  titles: new Map(),
  usages: [],
}

/** Writes a changelog: the rules place every change, a model chooses among equals and finds the words. */
export async function writeChangelogPost(
  ctx: Context,
  brief: WritingBrief,
  step: Attempt['step'],
  signal: AbortSignal,
): Promise<Written> {
  const draft = draftChangelog(brief.activities, productOf(brief))
  const skipped = reasonToSkip(draft.placed)
  if (skipped !== null) return { skipped, ledger: toLedger(draft.placed), usages: [] }

  const model = ctx.models.writer
  const contribution = model ? await contribute({ ctx, model, step, signal }, brief, draft) : nothing
  const { wish, title, summary, highlights, titles, usages } = contribution
  const placed = wish.length > 0 ? placeChanges(draft.changes, wish) : draft.placed
  const audience = audienceOf(brief.identity)
  const prose = writeProse(placed, subjectOf(draft.topic), toneOf(brief.identity), audience)
  const [only, ...others] = brief.activities
  return {
    skipped: null,
    title: title ?? defaultTitle(draft.topic),
    markdown: layOut(
      placed,
      {
        summary: summary ?? prose.summary,
        highlights: new Map([...prose.highlights, ...highlights]),
        titles,
      },
      { repository: draft.repository, audience },
    ),
    recommendations: null,
    ledger: toLedger(placed),
    range: only && others.length === 0 ? { from: only.from, to: only.to } : undefined,
    usages,
  }
}

async function contribute(asking: Asking, brief: WritingBrief, draft: Draft): Promise<Contribution> {
  const { highlights, listed } = draft.placed
  const told = highlights.length + listed.length
  const instructions = changelogInstructions(brief, told)
  const { text: prompt, ids } = describeActivity(brief, draft, instructions, briefly)
  const keep = (answer: ChangelogAnswer) => withChangeIds(answer, (id) => ids.get(id.trim())?.id)
  const question = { schema: ChangelogAnswer, instructions, prompt, keep }
  const evidence = { instructions, data: prompt }

  const first = await ask(asking, 'write', question)
  if (!first.object) {
    const second = await ask(asking, 'repair', question)
    return accept(second, null, told, evidence, brief)
  }
  const { faults } = checkSummary(first.object.summary, told, evidence)
  if (faults.length === 0) return accept(first, null, told, evidence, brief)
  const again = await ask(asking, 'repair', {
    schema: SummaryAnswer,
    instructions,
    prompt: askAgain(prompt, { summary: first.object.summary }, [
      ...faults.map((fault) => `The summary: ${fault}`),
      'Answer with the summary alone.',
    ]),
    keep: ({ summary }) => ({ summary }),
  })
  return accept(first, again, told, evidence, brief)
}

/** Ids that the model invented are dropped here; those that are kept mean the same change after a restart. */
function withChangeIds(answer: ChangelogAnswer, idOf: (id: string) => string | undefined) {
  const known = (words: { id: string; text: string }[]) =>
    words.flatMap(({ id, text }) => {
      const change = idOf(id)
      return change === undefined ? [] : [{ id: change, text }]
    })
  return { ...answer, highlights: known(answer.highlights), titles: known(answer.titles ?? []) }
}

type Kept = ReturnType<typeof withChangeIds>

function accept(
  { object, usage }: Answer<Kept>,
  again: Answer<{ summary: string }> | null,
  told: number,
  evidence: Evidence,
  brief: WritingBrief,
): Contribution {
  const usages = [usage, again?.usage].filter((each) => each != null)
  if (!object) return { ...nothing, usages }
  const { summary, faults } = checkSummary(again?.object?.summary ?? object.summary, told, evidence)
  return {
    title: checkHeadline(object.title, tagsOf(brief), evidence),
    summary: faults.length === 0 ? summary : null,
    wish: [...new Set(object.highlights.map(({ id }) => id))],
    highlights: checkWords(object.highlights, (text) => checkSentences(text, evidence)),
    titles: checkWords(object.titles, (text) => checkTitle(text, evidence)),
    usages,
  }
}

const mostTitles = 120

function changelogInstructions(brief: WritingBrief, told: number): string {
  const { least, most } = summaryLength(told)
  const length =
    told >= 8
      ? `${least} to ${most} words; aim at ${(least + most) / 2}`
      : `about ${told * 15 + 20} words, at least ${least}`
  return instructionsFor(
    brief,
    'You write a changelog. Which change stands where is decided; you choose among equals and find the words.',
    [
      'Answer with a JSON object of the fields title, summary, highlights and titles.',
      'title: at most 120 characters, plain text, without numbers of pull requests, commits or tags.',
      `summary: one paragraph of plain text that says what matters to the audience, ${length}. No links, no numbers of pull requests, no list.`,
      'highlights: at most five of the changes that have a "highlight" field, the most important first, each as { id, text } with one or two sentences of plain text. Never pad.',
      `titles: better titles for changes whose own is unclear or in another language, at most ${mostTitles}, each as { id, text } with one line that keeps the meaning, without numbers of pull requests.`,
      'Refer to changes by their ids only in "id" fields, never in a text.',
    ],
  )
}
