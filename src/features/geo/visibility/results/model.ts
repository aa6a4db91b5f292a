import { t } from 'elysia'
import { oneOf, text as textField } from '../../../../http/fields.ts'
import { Pagination, pageQuery } from '../../../../http/paging.ts'
import { Organization } from '../../../organizations/model.ts'
import { sentiments } from '../../scans/table.ts'
import { windowFields } from '../window/model.ts'

export const Source = t.Object({ title: t.Nullable(t.String()), url: t.String(), domain: t.String() })

const texts = t.Array(t.String())
const summary = {
  /** Id of the answer, by which it is read alone. */
  id: t.String(),
  scanId: t.String(),
  /** As answers are stored: `custom-` and `sequence-` stand before ids (contract geo 2). */
  promptId: t.String(),
  engine: t.String(),
  language: t.String(),
  turn: t.Integer(),
  prompt: t.String(),
  mentioned: t.Boolean(),
  ownedSourceCited: t.Boolean(),
  position: t.Nullable(t.Integer()),
  sentiment: t.Nullable(oneOf(sentiments)),
  /** Tracked ones first, by their names of today. */
  competitors: texts,
  lastCheckedAt: t.String(),
}
const text = {
  answer: t.String(),
  excerpt: t.Nullable(t.String()),
  searchQueries: texts,
  sources: t.Array(Source),
}

export const ResultSummary = t.Object(summary)
export const PromptResult = t.Object({ ...summary, ...text })

/** Whose name stands where in an answer, in UTF-16 units; `brand` where it is the project's own. */
const Match = t.Object({
  name: t.String(),
  isOwn: t.Boolean(),
  term: t.String(),
  start: t.Integer(),
  end: t.Integer(),
  isSure: t.Boolean(),
})

export const FullResult = t.Object({
  ...summary,
  ...text,
  /** Sources that the engine read and did not cite. */
  consulted: t.Array(Source),
  matches: t.Array(Match),
  modelReported: t.Nullable(t.String()),
  searched: t.Nullable(t.Boolean()),
  truncated: t.Boolean(),
})

export const PromptResults = t.Object({
  configured: t.Boolean(),
  results: t.Array(PromptResult),
  organization: Organization,
})
export const SummaryQuery = t.Object({
  ...pageQuery(50),
  ...windowFields,
  engine: t.Optional(textField('engine', 1, 128, { description: 'Only answers of this engine.' })),
  promptId: t.Optional(
    textField('promptId', 1, 128, { description: 'Only answers to this prompt, by its own or stored id.' }),
  ),
})
export type SummaryQuery = typeof SummaryQuery.static
export const ResultSummaries = t.Object({
  configured: t.Boolean(),
  results: t.Array(ResultSummary),
  pagination: Pagination,
  organization: Organization,
})
export const OneResult = t.Object({ result: FullResult, organization: Organization })
