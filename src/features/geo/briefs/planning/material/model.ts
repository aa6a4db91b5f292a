import type { Voice } from '../../../../../writer/voice.ts'
import type { UsableFact } from '../../../../brand-identities/facts/model.ts'
import type { SitemapPage } from '../../../sitemaps/model.ts'
import type { Baseline } from '../../table.ts'
import type { Evidence } from '../evidence/rules.ts'

/** Everything that a brief is planned from, as the step that gathers it keeps it. */
export type Material = {
  brand: { name: string; aliases: string[]; website: string | null }
  voice: Voice | null
  /** Names of the competitors that the brief is to be about: those that were chosen, else those that matter most. */
  competitors: string[]
  /** What engines answer without naming the brand, and which engines those are. */
  gaps: { prompt: string; missing: string[] }[]
  pages: SitemapPage[]
  /** True statements of the brand about itself; a planning that an earlier version began has none. */
  facts?: UsableFact[]
  evidence: Evidence[]
  baseline: Baseline | null
}
