import type { Context } from '../../../../context.ts'
import { defineTextTask } from '../../../../text-thread.ts'
import { prepareChecks } from '../../../../writer/prepare-checks.ts'
import { findUsableFacts } from '../../../brand-identities/facts/stored-facts.ts'
import {
  type CheckedText,
  maxCheckedHere,
  type TextBasis,
  type TextFault,
} from '../../../posts/text-fault.ts'
import { articleInstructions, describeBrief } from './article-instructions.ts'
import type { Material } from './article-material.ts'
import { type ArticleRequirements, checkStored, standardOf, type Wording } from './judge-draft.ts'

/** What an article is checked against: its input, its date, and the writer's words for the brand. */
type ArticleBasis = Wording & Assignment

/** The input and the date of an article. */
export type Assignment = { material: Material; at: number }

/** Returns the instructions and the data for an article. */
export function promptOf({ material, at }: Assignment) {
  const instructions = articleInstructions(material, {
    today: new Date(at),
    linked: material.links.length > 1,
  })
  return { instructions, prompt: describeBrief(material, instructions) }
}

/** Returns the standard of an article. */
export function standardFor(assignment: Assignment): ArticleRequirements {
  const { instructions, prompt } = promptOf(assignment)
  return standardOf(assignment.material, { ...instructions, data: prompt }, new Date(assignment.at))
}

/** Wraps the basis of an article for storage with its post. */
export const basisOf = (basis: ArticleBasis): TextBasis => ({ kind: 'article', basis })

type ArticleToCheck = { basis: ArticleBasis; text: CheckedText }

/** Checks an article; long ones on the text thread. */
export const articleCheck = defineTextTask(
  'article-check',
  maxCheckedHere,
  ({ basis: { material, at, ...wording }, text }: ArticleToCheck): TextFault[] =>
    checkStored(text, standardFor({ material, at }), wording),
  prepareChecks,
)

/** Checks an article again, with the current facts of the brand. */
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
