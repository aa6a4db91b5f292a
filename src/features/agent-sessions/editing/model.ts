import type { LedgerEntry } from '../../../changelog/ledger.ts'
import type { Voice } from '../../../writer/voice.ts'
import type { Post } from '../../posts/model.ts'

/** The post that a session was opened from, as whoever sent the turn may see it now. */
export type Edited = {
  post: typeof Post.static
  /** Its Markdown before anybody changed it. */
  written: string
  ledger: LedgerEntry[] | null
  /** Null where they may not see it, or there is none. */
  voice: Voice | null
}
