import type { Context } from '../../context.ts'
import { defineTextTask } from '../../text-thread.ts'
import { prepareChecks } from '../../writer/prepare-checks.ts'
import { findUsableFacts } from '../brand-identities/facts/stored-facts.ts'
import { type CheckedText, maxCheckedHere, type TextBasis, type TextFault } from '../posts/text-fault.ts'
import { toFactTexts } from './brief.ts'
import { checkStored } from './changelog/changelog-checks.ts'
import { type PostBasis, standardOf } from './standard.ts'
import { formats } from './text/text-instructions.ts'
import { checkPost } from './text/text-layout.ts'

type StoredBasis = PostBasis & { brandIdentityId: string | null }

/** Wraps the basis of a post for storage with the post. */
export const toTextBasis = (basis: StoredBasis): TextBasis => ({ kind: 'generated', basis })

type PostToCheck = { stored: PostBasis; facts: string[]; text: CheckedText }

/** Checks a post; long ones on the text thread. */
export const generatedCheck = defineTextTask(
  'generated-check',
  maxCheckedHere,
  ({ stored, facts, text }: PostToCheck): TextFault[] => {
    const standard = standardOf(stored, facts)
    const { contentType } = stored
    return contentType === 'changelog'
      ? checkStored(text, standard)
      : checkPost(formats[contentType].check, text, standard)
  },
  prepareChecks,
)

/** Checks a post again, with its stored activity and the current facts of the brand. */
export async function checkPostAgain(
  ctx: Context,
  basis: Record<string, unknown>,
  text: CheckedText,
  organizationId: string,
): Promise<TextFault[]> {
  // Only `toTextBasis` writes it.
  const { brandIdentityId, ...stored } = basis as StoredBasis
  const facts = brandIdentityId === null ? [] : await findUsableFacts(ctx, brandIdentityId)
  const post = { stored, facts: toFactTexts(facts), text }
  return generatedCheck.run(post, text.markdown.length + JSON.stringify(stored).length, organizationId)
}
