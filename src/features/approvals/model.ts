import type { approvals } from './table.ts'

export type ApprovalRow = typeof approvals.$inferSelect

/** What somebody says to a call that waits for them. */
export type Answer = { approved: boolean; reason?: string | null }

/** What became of an answer; `ignored` where the call was settled before. */
export type Outcome = 'approved' | 'denied' | 'ignored'
