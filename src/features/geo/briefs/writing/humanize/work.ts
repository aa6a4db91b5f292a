import type { ModelUsage } from '../../../../../ai/generate.ts'
import { type Asking, ask } from '../../../../../writer/ask.ts'
import { orUnchecked } from '../../../../posts/drafts/unchecked-text.ts'
import { readSkill } from '../../../../skills/service.ts'
import type { Assignment } from '../check-again.ts'
import type { Written } from '../rules.ts'
import { humanizedCheck } from './answer-check.ts'
import { humanizerInstructions, Rewritten, toQuestion } from './prompt.ts'

type Humanized = { markdown: string; humanized: boolean; usages: ModelUsage[] }

/**
 * Has an article gone over once more. What came out of it less than whole, or not at all, is left: the draft stays
 * (contract geo 10: humanizer pass).
 */
export async function humanize(
  asking: Asking,
  organizationId: string,
  assignment: Assignment,
  article: Written,
): Promise<Humanized> {
  const skill = await readSkill(asking.ctx, organizationId, 'humanizer')
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
