import { type Draft, reasonToSkip } from '../../../changelog/draft.ts'
import { layOut } from '../../../changelog/layout.ts'
import { toLedger } from '../../../changelog/ledger.ts'
import { placeChanges } from '../../../changelog/place.ts'
import { type Prose, writeProse } from '../../../changelog/prose.ts'
import { defaultTitle, subjectOf } from '../../../changelog/title.ts'
import { giveUp } from '../../../errors.ts'
import { type Asking, askAgain, askAndRepair } from '../../../writer/ask.ts'
import type { Evidence } from '../../../writer/evidence.ts'
import { audienceOf, toneOf } from '../../../writer/voice.ts'
import { briefly, describeActivity, tagsOf, type WritingBrief, type Written } from '../prompt.ts'
import { ChangelogAnswer, changelogInstructions, SummaryAnswer, withChangeIds } from './prompt.ts'
import { checkHeadline, checkSentences, checkSummary, checkTitle, checkWords } from './rules.ts'

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
export async function writeChangelogPost(
  asking: Asking | null,
  brief: WritingBrief,
  draft: Draft,
): Promise<Written> {
  const skipped = reasonToSkip(draft.placed)
  if (skipped !== null) return { skipped, ledger: toLedger(draft.placed), usages: [] }

  const { verdict, usages } = asking ? await contribute(asking, brief, draft) : { verdict: null, usages: [] }
  const note = noteOf(asking !== null, verdict, brief)
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
      { repository: draft.repository, audience, credits: only?.rules?.credits },
    ),
    recommendations: null,
    ledger: toLedger(placed),
    range: only && others.length === 0 ? { from: only.from, to: only.to } : undefined,
    note,
    usages,
  }
}

/** Tells where the rules stood in for a model; they do so in English, which not every brand wants. */
function noteOf(isAsked: boolean, verdict: Contribution | null, brief: WritingBrief): string | null {
  const language = brief.voice?.language ?? 'English'
  const isEnglish = language === 'English'
  if (!isAsked)
    return isEnglish ? null : `There is no model to write in ${language}: the rules wrote in English.`
  if (verdict?.summary) return null
  const failed = verdict ? "The model's summary cannot be used" : "The model's answer cannot be used"
  if (isEnglish) return `${failed}: the rules stand in for it.`
  if (brief.englishFallback) return `${failed}: the rules stand in for it, in English.`
  throw giveUp(
    `${failed}, and the rules write in English only, not in ${language}; herald org set --english-fallback on lets them.`,
  )
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
