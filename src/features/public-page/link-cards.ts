import { drawPageCard } from '../../card/page-card.ts'
import type { Context } from '../../context.ts'
import { buckets } from '../../http/buckets.ts'
import { spend } from '../../http/rate-limits.ts'
import { cardOfList, cardOfPost, type LinkCard } from '../../page/cards.ts'
import { describeList } from '../../page/posts.ts'
import { kinds } from '../../page/view.ts'
import { toEntry } from './model.ts'
import { findTitle } from './record.ts'
import type { OpenSite } from './service.ts'

type Png = Uint8Array<ArrayBuffer>

/** Cards in memory; each has at most about 100 KB. The least recently used one is evicted. */
const maxCards = 64
const drawn = new Map<string, Promise<Png>>()

/** The card of a list or of a published post, by the name in its path; null if there is none. */
export async function findCard(
  ctx: Context,
  { organizationId, site }: OpenSite,
  of: 'lists' | 'posts',
  address: string,
): Promise<LinkCard | null> {
  if (of === 'lists') {
    const listed = (['all', ...kinds] as const).find((each) => each === address)
    return listed ? cardOfList(site, listed, describeList(site, listed)) : null
  }
  const row = await findTitle(ctx).get({ organizationId, address })
  return row ? cardOfPost(site, toEntry(site, row)) : null
}

/** The picture of a card. Drawing a new one counts for the address of the client. */
export async function drawCard(ctx: Context, { hash, card }: LinkCard, client: string): Promise<Png> {
  const known = drawn.get(hash)
  if (known) {
    drawn.delete(hash)
    drawn.set(hash, known)
    return known
  }
  await spend(ctx, buckets.drawLinkCard, client)
  // All cards wait in one queue, so that they hold up no other text.
  const drawing = drawn.get(hash) ?? drawPageCard.run(card, 1, 'link cards')
  drawn.set(hash, drawing)
  drawing.catch(() => drawn.delete(hash))
  if (drawn.size > maxCards) drawn.delete(drawn.keys().next().value as string)
  return drawing
}
