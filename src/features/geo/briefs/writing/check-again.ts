import type { Context } from '../../../../context.ts'
import { defineTextTask } from '../../../../text-thread.ts'
import { findUsableFacts } from '../../../brand-identities/facts/record.ts'
import {
  type CheckedText,
  mostCheckedHere,
  type TextBasis,
  type TextFault,
} from '../../../posts/text-fault.ts'
import type { Plan } from './article-checks.ts'
import type { Material } from './material/model.ts'
import { articleInstructions, describeBrief } from './prompt.ts'
import { checkStored, type Standard, standardOf } from './rules.ts'

/** Everything that an article is checked against: what it was written from, when, and how the writer names the brand. */
type ArticleBasis = Pick<Plan, 'category' | 'audience'> & { material: Material; at: number }

/** The instructions, the data and the standard of an article that is written from a material at a time. */
export function assignmentOf(material: Material, at: number) {
  const today = new Date(at)
  const instructions = articleInstructions(material, { today, linked: material.links.length > 1 })
  const prompt = describeBrief(material, instructions)
  const standard: Standard = standardOf(material, { ...instructions, data: prompt }, today)
  return { instructions, prompt, standard }
}

/** The basis of an article, as it is stored with its post. */
export const basisOf = (basis: ArticleBasis): TextBasis => ({ kind: 'article', basis })

type ArticleToCheck = { basis: ArticleBasis; text: CheckedText }

/** Checks an article; a long one on the text thread. */
export const articleCheck = defineTextTask(
  'article-check',
  mostCheckedHere,
  ({ basis: { material, at, ...words }, text }: ArticleToCheck): TextFault[] =>
    checkStored(text, assignmentOf(material, at).standard, words),
)

/** Checks an article again, with the facts that the brand has by now. */
export async function checkArticleAgain(
  ctx: Context,
  basis: Record<string, unknown>,
  text: CheckedText,
  organizationId: string,
): Promise<TextFault[]> {
  // Only `basisOf` writes it.
  const { material, ...rest } = basis as ArticleBasis
  const { identity } = material
  const facts = identity ? await findUsableFacts(ctx, identity.id) : []
  const article = { basis: { material: { ...material, facts }, ...rest }, text }
  return articleCheck.run(article, text.markdown.length + JSON.stringify(material).length, organizationId)
}
