import { readLedger, refOf } from '../../../changelog/entry-matching/entries.ts'
import { findLedgerFaults } from '../../../changelog/entry-matching/ledger-check.ts'
import type { LedgerEntry } from '../../../changelog/ledger.ts'
import type { Context } from '../../../context.ts'
import { notFound } from '../../../errors.ts'
import type { Actor } from '../../../http/internal-request.ts'
import type { Voice } from '../../../writer/voice.ts'
import { chooseBrandIdentity } from '../../brand-identities/record.ts'
import { identifyAsker, refusal } from '../../keys/identify.ts'
import { type Caller, hasScope } from '../../keys/model.ts'
import type { Post } from '../../posts/model.ts'
import { findPost, getOriginal } from '../../posts/service.ts'
import type { Tool } from '../../tools/tools.ts'

/** The post that a session was opened from, with the rights that the sender of the turn has now. */
type EditedPost = {
  post: typeof Post.static
  /** Its Markdown before anybody changed it. */
  written: string
  ledger: LedgerEntry[] | null
  /** Null if they may not read it, or there is none. */
  voice: Voice | null
}

/** A post, its ledger and its brand voice as data for a model. */
export function describeEdited({ post, ledger, voice }: EditedPost): string {
  const { id, title, slug, contentType, status, updatedAt, markdown } = post
  return JSON.stringify({
    post: { id, title, slug, contentType, status, updatedAt, markdown },
    ledger: ledger?.map(describeEntry) ?? null,
    brandVoice: voice,
  })
}

const describeEntry = (entry: LedgerEntry) => {
  const { title, url, placement, category, reason } = entry
  return { change: refOf(entry), title, url, placement, category, ...(reason && { reason }) }
}

/** Why an edit is refused; null if it agrees with the ledger, or there is none. */
function explainFaults({ post, written, ledger }: EditedPost, proposed: string): string | null {
  if (!ledger) return null
  const faults = findLedgerFaults(ledger, { written, stored: post.markdown ?? '', proposed })
  if (faults.length === 0) return null
  const more = faults.length - maxFaults
  const listed = [...faults.slice(0, maxFaults), ...(more > 0 ? [`And ${more} more like these.`] : [])]
  return `The edit contradicts the ledger of this post. ${listed.join(' ')} Propose the edit again without that.`
}

const maxFaults = 10

/** Checks that the caller may read a post, and that it exists. */
export async function checkPost(ctx: Context, caller: Caller, postId: string): Promise<void> {
  if (!hasScope(caller.scopes, 'posts.read')) throw refusal(403, 'Forbidden')
  const { post } = await findPost(ctx, caller, postId)
  if (!post) throw notFound('Post not found')
}

/** The post of a session; null if it was deleted, or the sender may no longer read it. */
export async function findEdited(ctx: Context, asker: Actor, postId: string): Promise<EditedPost | null> {
  const caller = await identifyAsker(ctx, asker)
  if (!hasScope(caller.scopes, 'posts.read')) return null
  const { post } = await findPost(ctx, caller, postId)
  if (!post) return null
  const { markdown } = await getOriginal(ctx, caller, postId)
  const mayReadVoice = hasScope(caller.scopes, 'brand-identities.read')
  const { brandVoiceId } = post.sourceMetadata ?? {}
  const brand = typeof brandVoiceId === 'string' ? brandVoiceId : null
  const identity = mayReadVoice ? await chooseBrandIdentity(ctx, asker.organizationId, brand) : null
  return {
    post,
    written: markdown ?? '',
    ledger: readLedger(post.sourceMetadata),
    voice: identity && toVoice(identity),
  }
}

const toVoice = ({
  companyName,
  companyDescription,
  toneProfile,
  customTone,
  language,
  audience,
  customInstructions,
}: NonNullable<EditedPost['voice']>) => ({
  ...{ companyName, companyDescription, toneProfile, customTone, language, audience, customInstructions },
})

/** `update_post` in a session that was opened from a post. Refuses an edit that contradicts its ledger. */
export function checkLedger(ctx: Context, tool: Tool, asker: Actor, postId: string): Tool {
  return {
    ...tool,
    async preview(input) {
      const shown = await tool.preview(input)
      const { postId: id, markdown } = input
      if (shown.refused !== null || id !== postId || typeof markdown !== 'string') return shown
      // The current version, which the approval is bound to.
      const edited = await findEdited(ctx, asker, postId)
      const refused = edited ? explainFaults(edited, markdown) : 'The post can no longer be read.'
      if (refused !== null) return { prompt: refused, subject: null, refused }
      const note = edited?.ledger
        ? '\nThe edit agrees with the ledger: it removes no change that the text mentions, and adds none.'
        : ''
      return { ...shown, prompt: shown.prompt + note }
    },
  }
}
