import type { answers, checks } from '../../scans/table.ts'
import { type Brands, brandsIn } from '../brands/rules.ts'

export type CheckRow = typeof checks.$inferSelect
export type AnswerRow = typeof answers.$inferSelect

/** An answer without its text. */
export function toSummary(brands: Brands, row: CheckRow, prompt: string) {
  const { tracked, discovered } = brandsIn(brands, row)
  return {
    id: row.id,
    scanId: row.scanId,
    promptId: row.promptId,
    engine: row.engine,
    language: row.language,
    turn: row.turn,
    prompt,
    mentioned: row.mentioned,
    ownedSourceCited: row.ownedSourceCited,
    position: row.position,
    sentiment: row.sentiment,
    competitors: [...tracked.map((id) => brands.byId.get(id)?.name ?? id), ...discovered],
    lastCheckedAt: row.capturedAt.toISOString(),
  }
}

export function toResult(
  brands: Brands,
  row: CheckRow,
  { prompt, answer, excerpt, queries, cited }: AnswerRow,
) {
  return { ...toSummary(brands, row, prompt), answer, excerpt, searchQueries: queries, sources: cited }
}

/** An answer with all that is known of it; the names in it are those of today. */
export function toFullResult(brands: Brands, row: CheckRow, answer: AnswerRow) {
  return {
    ...toResult(brands, row, answer),
    consulted: answer.consulted,
    matches: answer.matches.map(({ subject, ...match }) => ({
      ...match,
      name: brands.byId.get(subject)?.name ?? match.term,
      isOwn: subject === 'own',
    })),
    modelReported: row.modelReported,
    searched: row.searched,
    truncated: row.finishReason === 'length',
  }
}
