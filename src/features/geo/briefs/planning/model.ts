import { t } from 'elysia'

/** A planning and what comes of it: chosen with the job, so that a try that comes back goes on with the same. */
export const Planning = t.Object({ planId: t.String(), briefId: t.String(), runId: t.String() })
export type Planning = typeof Planning.static
export type Ids = Omit<Planning, 'planId'>
