import type { ModelUsage } from '../../ai/generate.ts'
import { type Draft, draftChangelog, reasonToSkip } from '../../changelog/draft.ts'
import { layOut } from '../../changelog/layout.ts'
import { type LedgerEntry, toLedger } from '../../changelog/ledger.ts'
import { placeChanges } from '../../changelog/place.ts'
import { type Prose, writeProse } from '../../changelog/prose.ts'
import { defaultTitle, subjectOf } from '../../changelog/title.ts'
import { type Asking, askAgain, askAndRepair } from '../../writer/ask.ts'
import type { Evidence } from '../../writer/evidence.ts'
import { audienceOf, type Instructions, instructionsFor, toneOf } from '../../writer/voice.ts'
import {
  checkHeadline,
  checkSentences,
  checkSummary,
  checkTitle,
  checkWords,
  summaryLength,
} from './check-changelog.ts'
import { ChangelogAnswer, SummaryAnswer, type WritingBrief } from './prompt.ts'
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

/** What of a model's answer passed its checks; the rules stand in for the rest. */
type Contribution = {
  title: string | null
  summary: string | null
  wish: string[]
  highlights: Prose['highlights']
  titles: Prose['titles']
}

const nothing: Contribution = {
  title: null,
  summary: null,
  wish: [],
  highlights: new Map(),
  titles: new Map(),
}

/** Writes a changelog: the rules place every change; a model, where one may be asked, chooses among equals and finds the words. */
export async function writeChangelogPost(asking: Asking | null, brief: WritingBrief): Promise<Written> {
  const draft = draftChangelog(brief.activities, productOf(brief))
  const skipped = reasonToSkip(draft.placed)
  if (skipped !== null) return { skipped, ledger: toLedger(draft.placed), usages: [] }

  const { verdict, usages } = asking ? await contribute(asking, brief, draft) : { verdict: null, usages: [] }
  const { wish, title, summary, highlights, titles } = verdict ?? nothing
  const placed = wish.length > 0 ? placeChanges(draft.changes, wish) : draft.placed
  const audience = audienceOf(brief.voice)
  const prose = writeProse(placed, subjectOf(draft.topic), toneOf(brief.voice), audience)
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

function contribute(asking: Asking, brief: WritingBrief, draft: Draft) {
  const { highlights, listed } = draft.placed
  const told = highlights.length + listed.length
  const instructions = changelogInstructions(brief, told)
  const { text: prompt, ids } = describeActivity(brief, draft, instructions, briefly)
  const keep = (answer: ChangelogAnswer) => withChangeIds(answer, (id) => ids.get(id.trim())?.id)
  const evidence = { ...instructions, data: prompt }
  return askAndRepair(
    asking,
    { schema: ChangelogAnswer, instructions, prompt, keep },
    {
      judge: (answer) => judge(answer, told, tagsOf(brief), evidence),
      // The rest is checked word by word, and what fails is left to the rules.
      repair: ({ summary }, faults) => ({
        schema: SummaryAnswer,
        instructions,
        prompt: askAgain(prompt, { summary }, [
          ...faults.map((fault) => `The summary: ${fault}`),
          'Answer with the summary alone.',
        ]),
        keep: ({ summary }) => ({ summary }),
      }),
    },
  )
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

function judge(
  answer: ReturnType<typeof withChangeIds>,
  told: number,
  tags: string[],
  evidence: Evidence,
): Contribution & { faults: string[] } {
  const { summary, faults } = checkSummary(answer.summary, told, evidence)
  return {
    faults,
    title: checkHeadline(answer.title, tags, evidence),
    summary: faults.length === 0 ? summary : null,
    wish: [...new Set(answer.highlights.map(({ id }) => id))],
    highlights: checkWords(answer.highlights, (text) => checkSentences(text, evidence)),
    titles: checkWords(answer.titles, (text) => checkTitle(text, evidence)),
  }
}

const mostTitles = 120

function changelogInstructions(brief: WritingBrief, told: number): Instructions {
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
