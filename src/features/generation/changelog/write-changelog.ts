import type { ModelUsage } from '../../../ai/usage.ts'
import { type Draft, reasonToSkip } from '../../../changelog/draft.ts'
import { layOutInSlices } from '../../../changelog/layout.ts'
import { toLedger } from '../../../changelog/ledger.ts'
import { placeInSlices } from '../../../changelog/placement.ts'
import { writeProse } from '../../../changelog/prose.ts'
import { defaultTitle, subjectOf } from '../../../changelog/title.ts'
import { giveUp } from '../../../errors.ts'
import { runInSlices } from '../../../slices.ts'
import { joinWhole } from '../../../text/line.ts'
import { askAgain, askForText, type ModelSteps } from '../../../writer/ask.ts'
import { standardLanguage } from '../../../writer/phrases.ts'
import { audienceOf, toneOf } from '../../../writer/voice.ts'
import type { CheckedText, TextFault } from '../../posts/text-fault.ts'
import { orUnchecked, unchecked } from '../../posts/unchecked-text.ts'
import { basisOf } from '../basis.ts'
import { generatedCheck } from '../check-again.ts'
import { briefly, describeActivity, type WritingBrief, type WrittenPost } from '../prompt.ts'
import type { PostBasis } from '../standard.ts'
import { changelogAnswerCheck, type UsableAnswer } from './changelog-answer-check.ts'
import {
  ChangelogAnswer,
  changelogInstructions,
  SummaryAnswer,
  withChangeIds,
} from './changelog-instructions.ts'

const nothing: UsableAnswer = {
  title: null,
  summary: '',
  faults: [],
  wish: [],
  highlights: new Map(),
  leftOut: [],
  titles: new Map(),
}

/**
 * Writes a changelog: the rules place every change; a model, if allowed, chooses among equals and writes the
 * text.
 */
export async function writeChangelogPost(
  asking: ModelSteps | null,
  brief: WritingBrief,
  draft: Draft,
): Promise<WrittenPost> {
  const skipped = reasonToSkip(draft.placed)
  if (skipped !== null) return { skipped, ledger: toLedger(draft.placed), usages: [] }

  const { verdict, usages, basis } = asking
    ? await contribute(asking, brief, draft)
    : { verdict: null, usages: [] }
  const { wish, title, summary, faults, highlights, leftOut, titles } = verdict ?? nothing
  const isFaulty = summary === '' || faults.length > 0
  // The rules write only English. In other languages the editor corrects the model's summary.
  const isKept = summary !== '' && (!isFaulty || !mayStandIn(brief))
  const note = isKept ? null : noteOf(asking !== null, verdict, brief)
  const placed = wish.length > 0 ? await runInSlices(placeInSlices(draft.changes, wish)) : draft.placed
  const audience = audienceOf(brief.voice)
  const prose = writeProse(placed, subjectOf(draft.topic), toneOf(brief.voice), audience)
  const [only, ...others] = brief.activities
  const shown = {
    summary: isKept ? summary : prose.summary,
    highlights: new Map([...prose.highlights, ...highlights]),
    titles,
  }
  // Rule 3: every remaining change appears as a bullet. The public page folds long lists.
  const layout = { repository: draft.repository, audience, credits: only?.rules?.credits, isWhole: true }
  const { markdown } = await runInSlices(layOutInSlices(placed, shown, layout))
  const text = { title: title ?? defaultTitle(draft.topic), markdown }
  const found = asking && basis && isKept && isFaulty ? await checkStored(asking, brief, basis, text) : []
  return {
    skipped: null,
    ...text,
    recommendations: null,
    ...(basis && found.length > 0 && { faulty: { faults: found, basis } }),
    ledger: toLedger(placed),
    range: only && others.length === 0 ? { from: only.from, to: only.to } : undefined,
    notes: [note, noteOfHighlights(leftOut)].filter((each) => each !== null),
    usages,
  }
}

/** Whether the rules, which write English, may replace the model's text. */
const mayStandIn = ({ voice, englishFallback }: WritingBrief) =>
  (voice?.language ?? standardLanguage) === standardLanguage || englishFallback === true

/** Returns the log line about text that the rules wrote instead of a model; throws if they may not. */
function noteOf(isAsked: boolean, verdict: UsableAnswer | null, brief: WritingBrief): string | null {
  const language = brief.voice?.language ?? standardLanguage
  const isEnglish = language === standardLanguage
  if (!isAsked)
    return isEnglish ? null : `There is no model to write in ${language}: the rules wrote in English.`
  const failed = verdict ? "The model's summary cannot be used" : "The model's answer cannot be used"
  if (isEnglish) return `${failed}: Herald writes it without a model.`
  if (mayStandIn(brief)) return `${failed}: Herald writes it without a model, in English.`
  throw giveUp(
    `${failed}. Without a model, Herald writes only in English, not in ${language}. To allow English, run herald org set --english-fallback on.`,
  )
}

/**
 * Returns the log line about highlight texts that the rules wrote instead of a model; null if there are none.
 */
function noteOfHighlights(leftOut: string[]): string | null {
  if (leftOut.length === 0) return null
  const what = leftOut.length === 1 ? 'text for 1 highlight' : `texts for ${leftOut.length} highlights`
  return joinWhole([`Not used, the model's ${what}:`, ...new Set(leftOut)], maxNote)
}

const maxNote = 300

/** Returns the faults of the title and summary of a laid out changelog. */
function checkStored(
  { signal }: ModelSteps,
  { organizationId, facts = [] }: WritingBrief,
  stored: PostBasis,
  text: CheckedText,
): Promise<TextFault[]> {
  const post = { stored, facts, text }
  const checked = generatedCheck.run(post, JSON.stringify(post).length, organizationId, signal)
  return orUnchecked(checked, () => [unchecked])
}

async function contribute(
  asking: ModelSteps,
  brief: WritingBrief,
  draft: Draft,
): Promise<{ verdict: UsableAnswer | null; usages: ModelUsage[]; basis?: PostBasis }> {
  const { organizationId, facts = [] } = brief
  const { highlights, listed } = draft.placed
  const count = highlights.length + listed.length
  const instructions = changelogInstructions(brief, count)
  const data = await describeActivity(brief, draft, instructions, briefly)
  const { prompt, ids } = data
  const keep = (answer: ChangelogAnswer) => withChangeIds(answer, (id) => ids.get(id.trim())?.id)
  const basis = basisOf(brief, draft, instructions, data)
  const asked = await askForText(
    asking,
    { schema: ChangelogAnswer, instructions, prompt, keep },
    {
      check(answer) {
        const sent = { answer, basis, facts }
        const checked = changelogAnswerCheck.run(
          sent,
          JSON.stringify(sent).length,
          organizationId,
          asking.signal,
        )
        // The rules write the text instead: another answer would take as long to check.
        return orUnchecked(checked, () => nothing)
      },
      // The other parts are checked one by one. The rules replace those that fail.
      repair: ({ summary }, faults) => ({
        schema: SummaryAnswer,
        instructions,
        prompt: askAgain(prompt, { summary }, [
          ...faults.map((fault) => `Summary: ${fault}`),
          'Answer with the summary only.',
        ]),
        keep: ({ summary }) => ({ summary }),
      }),
    },
  )
  return { ...asked, basis }
}
