import { api, ask, queryOf } from './api.ts'
import { useOrgQuery } from './query.ts'

const fetchApprovals = (page: number) => ask(api.api.app.approvals.get({ query: queryOf({ page }) }))
export type WaitingApproval = Awaited<ReturnType<typeof fetchApprovals>>['approvals'][number]

const fetchApproval = (approvalId: string) => ask(api.api.app.approvals({ approvalId }).get())
export type ShownApproval = Awaited<ReturnType<typeof fetchApproval>>['approval']

const pollMilliseconds = 30_000

/** A page of all pending approvals, oldest first. */
export function useApprovals(page: number) {
  return useOrgQuery(['approvals', { page }], () => fetchApprovals(page), {
    refetchInterval: pollMilliseconds,
  })
}

/** The oldest pending approvals, read again when their number changes: each read computes the preview of every one. */
export function useOldestApprovals(count: number) {
  return useOrgQuery(['approvals', { page: 1, count }], () => fetchApprovals(1))
}

/** One approval, with the parts of its preview that the user may read. */
export function useApproval(approvalId: string, enabled = true) {
  return useOrgQuery(['approvals', approvalId], () => fetchApproval(approvalId), { enabled })
}
