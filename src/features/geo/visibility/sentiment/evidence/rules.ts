import { Value } from '@sinclair/typebox/value'
import { t } from 'elysia'
import { badRequest } from '../../../../../errors.ts'
import type { Span } from '../../../scans/find-answer-counts.ts'
import type { WindowQuery } from '../../window/model.ts'

/** Any moment of the years that a day can be written in. */
const Moment = t.Integer({
  minimum: Date.parse('0000-01-01'),
  maximum: Date.parse('9999-12-31') + 86_400_000,
})

/**
 * Where a list goes on: what was asked for, the window as it was then, since one of so many days moves on, and the last
 * answer that was listed. Times are in milliseconds.
 */
const Cursor = t.Object({
  asked: t.String(),
  from: t.Nullable(Moment),
  to: t.Nullable(Moment),
  capturedAt: Moment,
  id: t.String(),
})
type Cursor = typeof Cursor.static

/** The last answer of a page. */
export type Last = Pick<Cursor, 'capturedAt' | 'id'>

/** A cursor that holds for this project and window alone. */
export function writeCursor(projectId: string, query: WindowQuery, { from, to }: Span, last: Last): string {
  const cursor: Cursor = {
    asked: askedBy(projectId, query),
    from: from?.getTime() ?? null,
    to: to?.getTime() ?? null,
    ...last,
  }
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

/** The window and the last answer of a cursor; one of another project or window is refused (contract geo 8). */
export function readCursor(
  projectId: string,
  query: WindowQuery,
  text: string,
): { window: Span; last: Last } {
  const cursor = parse(text)
  if (!Value.Check(Cursor, cursor) || cursor.asked !== askedBy(projectId, query))
    throw badRequest('cursor must be one that was given for the same project and window')
  const { from, to, capturedAt, id } = cursor
  return { window: { from: toDate(from), to: toDate(to) }, last: { capturedAt, id } }
}

const askedBy = (projectId: string, { days, from, to }: WindowQuery) =>
  JSON.stringify([projectId, days ?? null, from ?? null, to ?? null])

const toDate = (time: number | null) => (time === null ? null : new Date(time))

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return null
  }
}
