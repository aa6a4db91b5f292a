import { and, asc, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { count, printableLine } from '../../text/line.ts'
import { projects } from '../geo/projects/table.ts'
import { describeChange, describeConfirmed, describeRate, nameFigure, percent } from '../geo/reports/words.ts'
import { geoSettings } from '../geo/settings/table.ts'
import { readCompetitorShare } from '../geo/visibility/competitors.ts'
import { readOverview } from '../geo/visibility/overview.ts'
import { dayOf } from '../geo/visibility/window.ts'
import type { Organization } from '../organizations/model.ts'
import type { Line } from './find-news.ts'

const dayMs = 24 * 60 * 60 * 1000
const shortDay = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** A message has the figures of at most this number of projects. */
const maxProjects = 10
const maxCompetitors = 3

/**
 * The figures of each project that was scanned in the seven days before a moment, compared with the week before:
 * mention rate, engines that moved, competitors, and the page with the report.
 */
export async function findWeeklyFigures(ctx: Context, organization: Organization, to: Date): Promise<Line[]> {
  const from = new Date(to.getTime() - 7 * dayMs)
  const days = { from: dayOf(from), to: dayOf(to.getTime() - dayMs) }
  const scanned = await findScanned(ctx, organization.id, from, to)
  const lines: Line[] = []
  for (const project of scanned.slice(0, maxProjects))
    lines.push(await describeWeek(ctx, organization, project, days))
  const others = scanned.length - maxProjects
  if (others > 0)
    lines.push({ text: `Figures of ${count(others, 'more project')}: open Herald.`, path: '/geo' })
  return lines
}

type Scanned = { id: string; companyName: string }

const findScanned = (ctx: Context, organizationId: string, from: Date, to: Date): Promise<Scanned[]> =>
  ctx.db
    .select({ id: projects.id, companyName: geoSettings.companyName })
    .from(projects)
    .innerJoin(geoSettings, eq(geoSettings.projectId, projects.id))
    .where(
      and(
        eq(projects.organizationId, organizationId),
        sql`exists (select 1 from geo_scans where project_id = ${projects.id} and status = 'completed'
          and created_at > ${from.getTime()} and created_at <= ${to.getTime()})`,
      ),
    )
    .orderBy(asc(projects.createdAt), asc(projects.id))

/** Describes one project: its rate, the change, engines that moved, and the most named competitors. */
async function describeWeek(
  ctx: Context,
  organization: Organization,
  { id, companyName }: Scanned,
  days: { from: string; to: string },
): Promise<Line> {
  // A message is not sent again, and a replica may miss the last scan.
  const primary = { ...ctx, replica: null }
  const [{ brand, evidence, engines }, share] = await Promise.all([
    readOverview(primary, { organization }, id, days),
    readCompetitorShare(primary, { organization }, id, days),
  ])
  const period = shortDay.formatRange(new Date(days.from), new Date(days.to))
  const text = [
    `${nameFigure(companyName, { brand, evidence })}, ${period}: ${describeRate(brand)}`,
    describeChange(brand.comparison, 'the week before'),
    describeEngines(ctx, engines),
    describeShares(companyName, share),
  ]
  const path = `/geo?project=${id}&range=custom&from=${days.from}&to=${days.to}`
  return { text: printableLine(text.filter(Boolean).join(' ')), path, isReport: true }
}

type Engines = Awaited<ReturnType<typeof readOverview>>['engines']

/** The engines whose rate has a confirmed change. */
function describeEngines(ctx: Context, engines: Engines): string {
  const labels = new Map(ctx.engines.list.map(({ id, label }) => [id, label]))
  return engines
    .flatMap(({ engine, comparison }) =>
      comparison?.confirmed
        ? [`${labels.get(engine) ?? engine}: ${describeConfirmed(comparison.confirmed)}.`]
        : [],
    )
    .join(' ')
}

/** The share of voice of the brand and of the competitors that engines name most. */
function describeShares(
  companyName: string,
  { own, points }: Awaited<ReturnType<typeof readCompetitorShare>>,
): string {
  const competitors = points
    .filter(({ competitorId, share }) => competitorId !== null && share !== null)
    .toSorted((a, b) => (b.share ?? 0) - (a.share ?? 0))
    .slice(0, maxCompetitors)
  if (competitors.length === 0 || own.share === null) return ''
  const shares = [{ brand: companyName, share: own.share }, ...competitors]
    .toSorted((a, b) => (b.share ?? 0) - (a.share ?? 0))
    .map(({ brand, share }) => `${brand} ${percent(share ?? 0)}`)
  return `Share of voice: ${shares.join(', ')}.`
}
