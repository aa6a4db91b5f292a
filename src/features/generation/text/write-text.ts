import { type Draft, reasonToSkip } from '../../../changelog/draft.ts'
import { giveUp } from '../../../errors.ts'
import { joinWhole } from '../../../text/line.ts'
import { askForText, type ModelSteps, messagesOf, unusable } from '../../../writer/ask.ts'
import { audienceOf } from '../../../writer/voice.ts'
import { clipTitle } from '../../posts/rules.ts'
import type { TextFault } from '../../posts/text-fault.ts'
import { orUnchecked, unchecked } from '../../posts/unchecked-text.ts'
import { basisOf } from '../basis.ts'
import { generatedCheck } from '../check-again.ts'
import { atLength, describeActivity, type WritingBrief, type WrittenPost } from '../prompt.ts'
import { lacksModel, textNames } from '../rules.ts'
import type { PostBasis } from '../standard.ts'
import { textAnswerCheck, uncheckedAnswer } from './text-answer-check.ts'
import { TextAnswer, type TextBrief, textInstructions, withAddresses } from './text-instructions.ts'
import type { Bullets } from './text-layout.ts'

const maxReason = 300

/**
 * Writes a blog or social post. A text that breaks the format's rules is requested a second time; the editor
 * corrects the remaining faults. The run fails only if there is no text.
 */
export async function writeText(
  asking: ModelSteps | null,
  brief: TextBrief,
  draft: Draft,
): Promise<WrittenPost> {
  const { organizationId, facts = [], contentType: type } = brief
  const name = textNames[type]
  if (!asking) throw giveUp(lacksModel(name))
  const skipped = reasonToSkip(draft.placed)
  if (skipped !== null) return { skipped, usages: [] }

  const { signal } = asking
  const instructions = textInstructions(brief)
  const data = await describeActivity(brief, draft, instructions, atLength)
  const { prompt, ids } = data
  const basis = basisOf(brief, draft, instructions, data)
  const addresses = new Map([...ids].flatMap(([id, { url }]) => (url ? [[id, url]] : [])))
  const { verdict, usages } = await askForText(
    asking,
    { schema: TextAnswer, instructions, prompt, keep: withAddresses((id) => ids.get(id)?.url) },
    {
      check(answer, isLast) {
        const bullets = bulletsOf(brief, basis, isLast)
        const sent = { answer, type, basis, facts, addresses, bullets }
        const checked = textAnswerCheck.run(sent, JSON.stringify(sent).length, organizationId, signal)
        return orUnchecked(checked, () => uncheckedAnswer(answer))
      },
    },
  )
  const result = verdict?.result
  if (!result || (result.skipped === null ? result.isEmpty : verdict.faults.length > 0)) {
    const reasons = verdict ? messagesOf(verdict.faults) : [unusable]
    const reason = joinWhole([`The model did not write ${name} that can be used.`, ...reasons], maxReason)
    throw giveUp(reason, `${reason} Start the run again; if it recurs, choose another model.`)
  }
  if (result.skipped !== null) return { ...result, usages }
  const { markdown, recommendations } = result
  const title = clipTitle(result.title) || result.firstLine
  const isUnchecked = verdict.faults.includes(unchecked)
  const faults = verdict.faults.length === 0 ? [] : isUnchecked ? [unchecked] : await checkFinal()
  return {
    ...{ skipped: null, title, markdown, recommendations, usages },
    ...(faults.length > 0 && { faulty: { faults, basis } }),
  }

  /** Returns the faults of the text with its final title. */
  function checkFinal(): Promise<TextFault[]> {
    const post = { stored: basis, facts, text: { title, markdown } }
    const checked = generatedCheck.run(post, JSON.stringify(post).length, organizationId, signal)
    return orUnchecked(checked, () => [unchecked])
  }
}

/** Unlinked bullets are dropped from the last draft, since they cannot be requested again. */
function bulletsOf({ contentType, voice }: WritingBrief, { links }: PostBasis, isLast: boolean): Bullets {
  // Without addresses a bullet has nothing to link to.
  const isLinked = contentType === 'blog_post' && audienceOf(voice) === 'developers' && links.length > 0
  if (!isLinked) return 'any'
  return isLast ? 'linked or left out' : 'linked'
}
