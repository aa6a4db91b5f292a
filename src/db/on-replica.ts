import type { Context } from '../context.ts'

/**
 * The context for posts on public pages and in feeds, and for figures of the dashboard: a replica answers them if there
 * is one. It may miss the newest writes, so keys, limits, settings, jobs, and reads before a write do not use it.
 */
export const onReplica = (ctx: Context): Context => (ctx.replica ? { ...ctx, db: ctx.replica } : ctx)
