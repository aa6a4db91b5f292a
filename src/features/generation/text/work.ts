import { type Draft, reasonToSkip } from '../../../changelog/draft.ts'
import { giveUp } from '../../../errors.ts'
import { plainText, rebuildMarkdown } from '../../../markdown/rebuild.ts'
import { countWords, joinWhole, shorten } from '../../../text/line.ts'
import { type Asking, askAndRepair, type Fault, messagesOf, unusable } from '../../../writer/ask.ts'
import { faultsOf, withoutMarks, withoutThoughts } from '../../../writer/evidence.ts'
import { audienceOf } from '../../../writer/voice.ts'
import { clipTitle } from '../../posts/rules.ts'
import { basisOf } from '../basis.ts'
import { checkTitle } from '../post-checks.ts'
import { atLength, describeActivity, type WritingBrief, type Written } from '../prompt.ts'
import { lacksModel, textNames } from '../rules.ts'
import { type PostBasis, type PostStandard, standardOf } from '../standard.ts'
import { formats, TextAnswer, type TextBrief, textInstructions, withAddresses } from './prompt.ts'
import { type Bullets, checkPost, type Resolve } from './rules.ts'

const mostRecommendations = 2_000
const mostReason = 300

/**
 * Writes a blog or social post. A text that breaks the format's rules is requested once more; the editor corrects the
 * faults that remain. The run fails only if there is no text.
 */
export async function writeText(asking: Asking | null, brief: TextBrief, draft: Draft): Promise<Written> {
  const { check } = formats[brief.contentType]
  const name = textNames[brief.contentType]
  if (!asking) throw giveUp(lacksModel(name))
  const skipped = reasonToSkip(draft.placed)
  if (skipped !== null) return { skipped, usages: [] }

  const instructions = textInstructions(brief)
  const data = describeActivity(brief, draft, instructions, atLength)
  const { prompt, ids } = data
  const basis = basisOf(brief, draft, instructions, data)
  const standard = standardOf(basis, brief.facts ?? [])
  const resolve: Resolve = (href) => (standard.links.has(href) ? href : (ids.get(href)?.url ?? null))
  const { verdict, usages } = await askAndRepair(
    asking,
    { schema: TextAnswer, instructions, prompt, keep: withAddresses((id) => ids.get(id)?.url) },
    {
      judge: (answer, isLast) =>
        judgeAnswer(answer, {
          ...{ type: brief.contentType, standard, resolve },
          bullets: bulletsOf(brief, basis, isLast),
        }),
    },
  )
  const result = verdict?.result
  if (!result || (result.skipped === null ? isEmpty(result.markdown) : verdict.faults.length > 0)) {
    const reasons = verdict ? messagesOf(verdict.faults) : [unusable]
    throw giveUp(joinWhole([`The model did not write a ${name} that can be used.`, ...reasons], mostReason))
  }
  if (result.skipped !== null) return { ...result, usages }
  const { markdown } = result
  const title = clipTitle(result.title) || shorten(firstLine(markdown), longestFirstLine)
  const faults = verdict.faults.length === 0 ? [] : checkPost(check, { title, markdown }, standard)
  return { ...result, title, ...(faults.length > 0 && { faulty: { faults, basis } }), usages }
}

const isEmpty = (markdown: string) => countWords(plainText(markdown)) === 0

const longestFirstLine = 80

/** The title of a post that the model left untitled. */
const firstLine = (markdown: string) => withoutMarks(plainText(markdown).trim().split('\n')[0] ?? '')

type Verdict = { faults: Fault[]; result: Result }
type Result =
  | { skipped: string }
  | { skipped: null; title: string; markdown: string; recommendations: string | null }

type Judging = { type: TextBrief['contentType']; standard: PostStandard; resolve: Resolve; bullets: Bullets }

function judgeAnswer(answer: TextAnswer, { type, standard, resolve, bullets }: Judging): Verdict {
  const { layOut, check } = formats[type]
  const said = answer.markdown?.trim() ?? ''
  const reason = shorten(withoutMarks(answer.skip ?? ''), 300)
  if (reason !== '' && said === '') {
    return { faults: faultsOf(reason, standard), result: { skipped: reason } }
  }
  const title = withoutMarks(answer.title ?? '')
  const { markdown, faults } = layOut(said, resolve, bullets)
  return {
    faults: [...checkTitle(title, standard), ...check(markdown, standard), ...faults],
    result: {
      skipped: null,
      title,
      markdown,
      recommendations: checkRecommendations(answer.recommendations, standard, resolve),
    },
  }
}

function checkRecommendations(
  text: string | null | undefined,
  standard: PostStandard,
  resolve: Resolve,
): string | null {
  const said = withoutThoughts(text ?? '', mostRecommendations)
  const rebuilt = rebuildMarkdown(said, { resolve }).trim()
  return rebuilt === '' || faultsOf(rebuilt, standard).length > 0 ? null : rebuilt
}

/** Unlinked bullets are dropped from the last draft, since they cannot be requested again. */
function bulletsOf({ contentType, voice }: WritingBrief, { links }: PostBasis, isLast: boolean): Bullets {
  // Without an address there is nothing that a bullet could link to.
  const isLinked = contentType === 'blog_post' && audienceOf(voice) === 'developers' && links.length > 0
  if (!isLinked) return 'any'
  return isLast ? 'linked or left out' : 'linked'
}
