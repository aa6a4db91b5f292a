import type { LedgerEntry } from '../../../changelog/ledger.ts'
import { readLedger, refOf } from '../../../changelog/telling/entries.ts'
import { findLedgerFaults } from '../../../changelog/telling/ledger-check.ts'
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
type Edited = {
  post: typeof Post.static
  /** Its Markdown before anybody changed it. */
  written: string
  ledger: LedgerEntry[] | null
  /** Null where they may not see it, or there is none. */
  voice: Voice | null
}

/** A post, what became of each change that it was written from, and how its brand wants to sound: data for a model. */
export function describeEdited({ post, ledger, voice }: Edited): string {
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

/** Why an edit may not be asked for, in one text; null where the ledger holds, or there is none. */
function explainFaults({ post, written, ledger }: Edited, proposed: string): string | null {
  if (!ledger) return null
  const faults = findLedgerFaults(ledger, { written, stored: post.markdown ?? '', proposed })
  if (faults.length === 0) return null
  const more = faults.length - maxFaults
  const told = [...faults.slice(0, maxFaults), ...(more > 0 ? [`And ${more} more like these.`] : [])]
  return `The ledger of this post would not hold. ${told.join(' ')} Propose the edit again without that.`
}

const maxFaults = 10

/** Refuses to open a session from a post that the caller may not read, or that is not there. */
export async function checkPost(ctx: Context, caller: Caller, postId: string): Promise<void> {
  if (!hasScope(caller.scopes, 'posts.read')) throw refusal(403, 'Forbidden')
  const { post } = await findPost(ctx, caller, postId)
  if (!post) throw notFound('Post not found')
}

/** The post of a session as somebody may see it now; null where they may not, or it is there no more. */
export async function findEdited(ctx: Context, asker: Actor, postId: string): Promise<Edited | null> {
  const caller = await identifyAsker(ctx, asker)
  if (!hasScope(caller.scopes, 'posts.read')) return null
  const { post } = await findPost(ctx, caller, postId)
  if (!post) return null
  const { markdown } = await getOriginal(ctx, caller, postId)
  const mayHear = hasScope(caller.scopes, 'brand-identities.read')
  const { brandVoiceId } = post.sourceMetadata ?? {}
  const brand = typeof brandVoiceId === 'string' ? brandVoiceId : null
  const identity = mayHear ? await chooseBrandIdentity(ctx, asker.organizationId, brand) : null
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
}: NonNullable<Edited['voice']>) => ({
  ...{ companyName, companyDescription, toneProfile, customTone, language, audience, customInstructions },
})

/** `update_post` in a session that was opened from a post: an edit that its ledger does not survive is not asked for. */
export function keepLedger(ctx: Context, tool: Tool, asker: Actor, postId: string): Tool {
  return {
    ...tool,
    async preview(input) {
      const shown = await tool.preview(input)
      const { postId: id, markdown } = input
      if (shown.refused !== null || id !== postId || typeof markdown !== 'string') return shown
      // As it is now: the approval is of the version that was shown.
      const edited = await findEdited(ctx, asker, postId)
      const refused = edited ? explainFaults(edited, markdown) : 'The post cannot be read any more.'
      if (refused !== null) return { prompt: refused, subject: null, refused }
      const holds = edited?.ledger
        ? '\nThe ledger holds: every change that the text tells of stays, and none is added.'
        : ''
      return { ...shown, prompt: shown.prompt + holds }
    },
  }
}
