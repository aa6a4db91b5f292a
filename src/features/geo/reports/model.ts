import { t } from 'elysia'
import { integer, oneOf } from '../../../http/fields.ts'
import { windowFieldsWith } from '../visibility/window.ts'

export const lifetimes = [7, 30, 90, 365] as const

/** The range of a report, and how long its link works. */
export const ReportLinkBody = t.Object({
  ...windowFieldsWith('The newest days at each visit. Default: 30.'),
  expiresInDays: oneOf(lifetimes),
})
export type ReportLinkBody = typeof ReportLinkBody.static

export const ReportLink = t.Object({
  id: t.String(),
  /** Null for fixed days. */
  days: t.Nullable(integer),
  from: t.Nullable(t.String()),
  to: t.Nullable(t.String()),
  createdAt: t.String(),
  expiresAt: t.String(),
})

export const ReportLinks = t.Object({ links: t.Array(ReportLink) })
/** The URL is shown once. */
export const CreatedReportLink = t.Object({ link: ReportLink, url: t.String() })
export const DeletedReportLink = t.Object({ id: t.String() })
