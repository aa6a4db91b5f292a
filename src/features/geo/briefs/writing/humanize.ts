import { t } from 'elysia'
import type { ModelUsage } from '../../../../ai/usage.ts'
import { ask, type ModelSteps } from '../../../../writer/ask.ts'
import { toData } from '../../../../writer/fit-data.ts'
import { type Instructions, instructionsFor, type Skill, type Voice } from '../../../../writer/voice.ts'
import { orUnchecked } from '../../../posts/unchecked-text.ts'
import { readSkills } from '../../../skills/service.ts'
import type { Assignment } from './check-again.ts'
import { humanizedCheck } from './humanized-text.ts'
import type { CheckedArticle } from './judge-draft.ts'

const Rewritten = t.Object({ markdown: t.String() })

type WritingStyle = { voice: Voice | null; skill: Skill | null; today: Date }

/** Returns the instructions for the style pass over a finished article; `words` must not change. */
function humanizerInstructions({ voice, skill, today }: WritingStyle): Instructions {
  return instructionsFor(
    { voice, instructions: null, skill, humanizer: null, today },
    'You revise the style of a finished article, so that it reads as if a person had written it.',
    [
      'Answer with a JSON object of the field markdown: the whole article.',
      'Change how sentences sound, never what they claim. Add nothing and cut no fact; keep about the same length.',
      'Leave as they are: the italic first line, every heading, every link with its address, every table, every list, and the order of all of it.',
      'The last paragraph before the questions stays one sentence; each answer to a question keeps two to four.',
      'Keep each phrase in the list keep together and unchanged, wherever the article has it.',
    ],
  )
}

/** Formats an article as data, with the words that must not change. */
const toQuestion = (markdown: string, keep: string[]) =>
  `<article>\n${toData({ markdown, keep })}\n</article>`

type Humanized = { markdown: string; humanized: boolean; usages: ModelUsage[] }

/**
 * Runs the style pass over an article. If the result is incomplete or missing, the draft is used (contract
 * geo 10: humanizer pass).
 */
export async function humanize(
  asking: ModelSteps,
  organizationId: string,
  assignment: Assignment,
  article: CheckedArticle,
): Promise<Humanized> {
  const [skill] = await readSkills(asking.ctx, organizationId, 'humanizer')
  const { voice } = assignment.material
  const { category, audience } = article
  const { object, usage } = await ask(asking, 'humanize', {
    schema: Rewritten,
    instructions: humanizerInstructions({ voice, skill, today: asking.ctx.now() }),
    prompt: toQuestion(article.markdown, [category, audience]),
    keep: ({ markdown }) => markdown,
    isOptional: true,
  })
  const usages = usage ? [usage] : []
  const sent = object !== null && {
    ...assignment,
    article: { markdown: article.markdown, category, audience },
    said: object,
  }
  const markdown =
    sent &&
    (await orUnchecked(
      humanizedCheck.run(sent, JSON.stringify(sent).length, organizationId, asking.signal),
      () => null,
    ))
  return markdown
    ? { markdown, humanized: true, usages }
    : { markdown: article.markdown, humanized: false, usages }
}
