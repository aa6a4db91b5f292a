import type { ModelUsage } from '../../../../../ai/generate.ts'
import { type Asking, ask } from '../../../../../writer/ask.ts'
import { readSkill } from '../../../../skills/service.ts'
import type { Material } from '../material/model.ts'
import { judgeAgain, type Standard, type Written } from '../rules.ts'
import { humanizerInstructions, Rewritten, toQuestion } from './prompt.ts'
import { addsName, isWhole } from './rules.ts'

type Humanized = { markdown: string; humanized: boolean; usages: ModelUsage[] }

/**
 * Has an article gone over once more. What came out of it less than whole, or not at all, is left: the draft stays
 * (contract geo 10: humanizer pass).
 */
export async function humanize(
  asking: Asking,
  organizationId: string,
  { voice }: Material,
  article: Written,
  standard: Standard,
): Promise<Humanized> {
  const skill = await readSkill(asking.ctx, organizationId, 'humanizer')
  const { category, audience } = article.plan
  const { object, usage } = await ask(asking, 'humanize', {
    schema: Rewritten,
    instructions: humanizerInstructions({ voice, skill, today: asking.ctx.now() }),
    prompt: toQuestion(article.markdown, [category, audience]),
    keep: ({ markdown }) => markdown,
    isOptional: true,
  })
  const usages = usage ? [usage] : []
  if (object === null) return { markdown: article.markdown, humanized: false, usages }
  const { markdown, faults } = judgeAgain(object, article, standard)
  const isTaken =
    faults.length === 0 &&
    isWhole(article.markdown, markdown) &&
    !addsName(article.markdown, markdown, standard.language)
  return isTaken
    ? { markdown, humanized: true, usages }
    : { markdown: article.markdown, humanized: false, usages }
}
