import { t } from 'elysia'
import { idField, oneOf } from '../../../../http/fields.ts'
import { Organization } from '../../../organizations/model.ts'
import { type checks, sentiments } from '../../scans/table.ts'

/** What an answer to a prompt was, without its text. */
export const PromptCheck = t.Object({
  id: t.String(),
  scanId: t.String(),
  engine: t.String(),
  mentioned: t.Boolean(),
  ownedSourceCited: t.Boolean(),
  position: t.Nullable(t.Integer()),
  sentiment: t.Nullable(oneOf(sentiments)),
  competitors: t.Array(t.String()),
  language: t.String(),
  capturedAt: t.String(),
})

export const PromptHistory = t.Object({
  configured: t.Boolean(),
  promptId: t.String(),
  checks: t.Array(PromptCheck),
  organization: Organization,
})

export const HistoryQuery = t.Object({
  scanId: t.Optional(idField('scanId', 'Only the answers of this scan, by its id.')),
})
export type HistoryQuery = typeof HistoryQuery.static

type CheckRow = Pick<
  typeof checks.$inferSelect,
  | 'id'
  | 'scanId'
  | 'engine'
  | 'mentioned'
  | 'ownedSourceCited'
  | 'position'
  | 'sentiment'
  | 'competitorIds'
  | 'discovered'
  | 'language'
  | 'capturedAt'
>

/** `names` are those of the competitors that are tracked by now; one that is not tracked any more has none. */
export function toPromptCheck(
  { competitorIds, discovered, capturedAt, ...check }: CheckRow,
  names: Map<string, string>,
): typeof PromptCheck.static {
  const tracked = competitorIds.flatMap((id) => names.get(id) ?? [])
  return { ...check, competitors: [...tracked, ...discovered], capturedAt: capturedAt.toISOString() }
}
