import type { Context } from '../../context.ts'
import { defineTextTask } from '../../text-thread.ts'
import { createClaimCheck } from '../../writer/claims-about-others.ts'
import { brokenRulesIn } from '../../writer/evidence.ts'
import { standardLanguage } from '../../writer/phrases.ts'
import { prepareChecks } from '../../writer/prepare-checks.ts'
import { findUsableFacts } from '../brand-identities/facts/stored-facts.ts'
import { chooseBrandIdentity } from '../brand-identities/record.ts'
import { type CheckedText, maxCheckedHere } from '../posts/text-fault.ts'
import { orUnchecked, unchecked } from '../posts/unchecked-text.ts'
import { findCompetitors, toFactTexts } from './brief.ts'
import type { PostClaims } from './standard.ts'

type TextToCheck = { claims: Omit<PostClaims, 'sources'>; known: string; language: string; text: CheckedText }

/** Checks a text that was not generated; long ones on the text thread. */
export const unsourcedCheck = defineTextTask(
  'unsourced-check',
  maxCheckedHere,
  ({ claims, known, language, text: { title, markdown } }: TextToCheck): string[] => {
    const check = createClaimCheck({ ...claims, sources: [], ownSources: [known], topic: '', language })
    const evidence = { brand: '', rules: '', data: known, claims: check }
    return [...brokenRulesIn(title, evidence), ...brokenRulesIn(markdown, evidence)].map(
      ({ message }) => message,
    )
  },
  prepareChecks,
)

/**
 * Says what a text that a chat model wrote states without a source: figures, people, and everything about other
 * companies. Its only sources are the facts of the brand, about the brand itself.
 */
export async function findUnsourcedStatements(
  ctx: Context,
  organizationId: string,
  text: CheckedText,
): Promise<string[]> {
  const identity = await chooseBrandIdentity(ctx, organizationId, null)
  const facts = identity ? toFactTexts(await findUsableFacts(ctx, identity.id)) : []
  const name = identity?.companyName ?? identity?.name ?? 'The product'
  const own = { key: 'own', name, terms: [name], hosts: [] }
  const others = await findCompetitors(ctx, organizationId)
  const known = [identity?.companyDescription ?? '', ...facts].join('\n')
  const input = { claims: { own, others }, known, language: identity?.language ?? standardLanguage, text }
  return orUnchecked(unsourcedCheck.run(input, text.markdown.length + known.length, organizationId), () => [
    unchecked.message,
  ])
}
