import type { LedgerEntry } from '../../changelog/ledger.ts'
import { headingsUnder } from '../../markdown/html.ts'

type Shown = { markdown: string | null; sourceMetadata: Record<string, unknown> | null }

/** What a picture tells of a post: its highlights as they read now, else what its ledger tells, as for a new picture. */
export function highlightsOf({ markdown, sourceMetadata }: Shown): string[] {
  const written = markdown === null ? [] : headingsUnder(markdown, 'Highlights')
  if (written.length > 0) return written.slice(0, most)
  const ledger = (sourceMetadata?.ledger ?? []) as LedgerEntry[]
  return ledger
    .filter(({ placement }) => placement !== 'omitted')
    .slice(0, most)
    .map(({ title }) => title)
}

const most = 5
