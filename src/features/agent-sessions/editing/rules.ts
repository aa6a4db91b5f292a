import type { LedgerEntry } from '../../../changelog/ledger.ts'
import { refOf } from '../../../changelog/telling/entries.ts'
import { findLedgerFaults } from '../../../changelog/telling/holds.ts'
import type { Edited } from './model.ts'

/** A post, what became of each change that it was written from, and how its brand wants to sound: data for a model. */
export function tellEdited({ post, ledger, voice }: Edited): string {
  const { id, title, slug, contentType, status, updatedAt, markdown } = post
  return JSON.stringify({
    post: { id, title, slug, contentType, status, updatedAt, markdown },
    ledger: ledger?.map(tellEntry) ?? null,
    brandVoice: voice,
  })
}

const tellEntry = (entry: LedgerEntry) => {
  const { title, url, placement, category, reason } = entry
  return { change: refOf(entry), title, url, placement, category, ...(reason && { reason }) }
}

/** Why an edit may not be asked for, in one text; null where the ledger holds, or there is none. */
export function explainFaults({ post, written, ledger }: Edited, proposed: string): string | null {
  if (!ledger) return null
  const faults = findLedgerFaults(ledger, { written, stored: post.markdown ?? '', proposed })
  if (faults.length === 0) return null
  const more = faults.length - mostFaults
  const told = [...faults.slice(0, mostFaults), ...(more > 0 ? [`And ${more} more like these.`] : [])]
  return `The ledger of this post would not hold. ${told.join(' ')} Propose the edit again without that.`
}

const mostFaults = 10
