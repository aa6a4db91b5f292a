import type { LedgerEntry } from '../../changelog/ledger.ts'
import { headingsUnder } from '../../markdown/html.ts'

type PostText = { markdown: string | null; sourceMetadata: Record<string, unknown> | null }

/** Returns the texts for a picture of a post: its current highlights, else those of its ledger. */
export function highlightsOf({ markdown, sourceMetadata }: PostText): string[] {
  const written = markdown === null ? [] : headingsUnder(markdown, 'Highlights')
  if (written.length > 0) return written.slice(0, most)
  const ledger = (sourceMetadata?.ledger ?? []) as LedgerEntry[]
  return ledger
    .filter(({ placement }) => placement !== 'omitted')
    .slice(0, most)
    .map(({ title }) => title)
}

const most = 5
