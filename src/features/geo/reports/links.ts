import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { isGuardViolation } from '../../../db/errors.ts'
import { conflict, notFound } from '../../../errors.ts'
import { hashToken, newToken } from '../../../ids.ts'
import type { Caller } from '../../keys/model.ts'
import { organizations } from '../../organizations/table.ts'
import { getProject } from '../projects/service.ts'
import { projects } from '../projects/table.ts'
import { geoSettings } from '../settings/table.ts'
import { type WindowQuery, windowOf } from '../visibility/window.ts'
import type { ReportLink, ReportLinkBody } from './model.ts'
import { reportLinks } from './table.ts'

type LinkRow = typeof reportLinks.$inferSelect

const maxLinks = 20
const standardDays = 30
const day = 86_400_000

const toLink = ({ id, days, fromDay, toDay, createdAt, expiresAt }: LinkRow): typeof ReportLink.static => ({
  ...{ id, days, from: fromDay, to: toDay },
  ...{ createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() },
})

/** Lists the links of a project that still work, oldest first. */
export async function listLinks(ctx: Context, caller: Caller, projectId: string) {
  await getProject(ctx, caller, projectId)
  const rows = await ctx.db
    .select()
    .from(reportLinks)
    .where(and(eq(reportLinks.projectId, projectId), gt(reportLinks.expiresAt, ctx.now())))
    .orderBy(asc(reportLinks.createdAt), asc(reportLinks.id))
  return { links: rows.map(toLink) }
}

/** Creates a link to a report; expired links of the project are deleted. */
export async function createLink(ctx: Context, caller: Caller, projectId: string, body: ReportLinkBody) {
  await getProject(ctx, caller, projectId)
  const { from, to, days, expiresInDays } = body
  windowOf({ from, to, days }, ctx.now())
  const token = newToken('', 24)
  const now = ctx.now()
  const row: LinkRow = {
    ...{ id: Bun.randomUUIDv7(), projectId, hash: hashToken(token) },
    days: from === undefined ? (days ?? standardDays) : null,
    ...{ fromDay: from ?? null, toDay: from === undefined ? null : (to ?? null) },
    ...{ createdAt: now, expiresAt: new Date(now.getTime() + expiresInDays * day) },
  }
  try {
    await ctx.db.batch([
      ctx.db
        .delete(reportLinks)
        .where(and(eq(reportLinks.projectId, projectId), lte(reportLinks.expiresAt, now))),
      ctx.db.insert(reportLinks).values(row),
      ctx.db.run(sql`insert into guards (ok) select 0
        where (select count(*) from ${reportLinks} where project_id = ${projectId}) > ${maxLinks}`),
    ])
  } catch (error) {
    if (isGuardViolation(error))
      throw conflict(`A project has at most ${maxLinks} report links. Revoke one first.`)
    throw error
  }
  return { link: toLink(row), url: `${ctx.config.baseUrl}/reports/${token}` }
}

/** Returns the company that the figures of a project are about. */
export async function getCompany(ctx: Context, caller: Caller, projectId: string) {
  const project = await getProject(ctx, caller, projectId)
  const [settings] = await ctx.db
    .select({ companyName: geoSettings.companyName })
    .from(geoSettings)
    .where(eq(geoSettings.projectId, projectId))
  return settings ?? { companyName: project.name }
}

/** Revokes a link, which no longer works from now on. */
export async function revokeLink(ctx: Context, caller: Caller, projectId: string, id: string) {
  await getProject(ctx, caller, projectId)
  const revoked = await ctx.db
    .delete(reportLinks)
    .where(and(eq(reportLinks.id, id), eq(reportLinks.projectId, projectId)))
    .returning({ id: reportLinks.id })
  if (revoked.length === 0) throw notFound('Report link not found')
  return { id }
}

/** What a token gives access to: the figures of one project in one range. */
export type SharedReport = {
  projectId: string
  organization: Caller['organization']
  query: WindowQuery
  expiresAt: Date
}

/** Returns what a token gives access to; null if it is unknown, revoked or expired. */
export async function findReport(ctx: Context, token: string): Promise<SharedReport | null> {
  const [found] = await ctx.db
    .select({ link: reportLinks, organization: organizations })
    .from(reportLinks)
    .innerJoin(projects, eq(projects.id, reportLinks.projectId))
    .innerJoin(organizations, eq(organizations.id, projects.organizationId))
    .where(and(eq(reportLinks.hash, hashToken(token)), gt(reportLinks.expiresAt, ctx.now())))
  if (!found) return null
  const { projectId, days, fromDay, toDay, expiresAt } = found.link
  const { id, slug, name, logo } = found.organization
  return {
    projectId,
    organization: { id, slug, name, logo },
    query:
      days !== null ? { days } : { from: fromDay ?? undefined, ...(toDay === null ? {} : { to: toDay }) },
    expiresAt,
  }
}
