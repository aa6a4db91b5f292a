import { sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { readBareHost } from '../../../net/bare-host.ts'
import type { TokenScope } from './tracking-token.ts'

/** The hosts of a project; the ones of brands without a project have the id null. */
type Hosts = { projectId: string | null; hosts: string[] }

/** Whose visits a token may report. */
export type TokenHosts = {
  organizationId: string
  /** The project that the token is bound to. */
  projectId: string | null
  hosts: Hosts[]
}

type Row = { projectId: string | null; website: string | null; domains: string | null; generation: number }

const standardIdentity = `(select id from brand_identities where organization_id = organizations.id
  order by is_default desc, created_at, id limit 1)`

const columns =
  'projects.id as project_id, website_url as website, geo_settings.domains, tracking_generation as generation'

const hostsOfProjects = `
  left join brand_identities on brand_identities.id = coalesce(projects.brand_identity_id, ${standardIdentity})
  left join geo_settings on geo_settings.project_id = projects.id`

/** Every request of a tracker reads this, and nearly all tokens are bound to a project. */
const findOfProject = `
  select ${columns} from organizations
    join projects on projects.organization_id = organizations.id and projects.id = ?
    ${hostsOfProjects}
  where organizations.id = ?`

/** Identities that no project uses come last: their visits belong to no project. */
const findOfOrganization = `
  select ${columns}, 0 as place, projects.created_at from organizations
    left join projects on projects.organization_id = organizations.id
    ${hostsOfProjects}
  where organizations.id = ?
  union all
  select null, website_url, null, null, 1, created_at from brand_identities
  where organization_id = ? and not exists (
    select 1 from projects where projects.organization_id = ? and brand_identity_id = brand_identities.id)
  order by 5, 6, 1`

/** What a token may report; null if its organization or project is gone or its generation outdated. */
export async function findTracked(
  ctx: Context,
  { organizationId, projectId, generation }: TokenScope,
): Promise<TokenHosts | null> {
  const { rows } = await (projectId === null
    ? ctx.db.$client.read(findOfOrganization, [organizationId, organizationId, organizationId])
    : ctx.db.$client.read(findOfProject, [projectId, organizationId]))
  const found = rows.map(
    (row) => ({ projectId: row[0], website: row[1], domains: row[2], generation: row[3] }) as Row,
  )
  if (found[0]?.generation !== generation) return null
  return {
    organizationId,
    projectId,
    hosts: found.map((row) => ({ projectId: row.projectId, hosts: hostsOf(row) })),
  }
}

function hostsOf({ website, domains }: Row): string[] {
  const listed: string[] = domains === null ? [] : JSON.parse(domains)
  const own = website === null ? null : readBareHost(website)
  return own === null ? listed : [own, ...listed]
}

/** The hosts of one project of an organization. */
export async function findProjectHosts(ctx: Context, organizationId: string, projectId: string) {
  const [row] = await ctx.db.all<{ generation: number }>(
    sql`select tracking_generation as generation from organizations where id = ${organizationId}`,
  )
  return row ? await findTracked(ctx, { organizationId, projectId, generation: row.generation }) : null
}

/**
 * The project that a host belongs to: the one whose website or domain is its longest suffix of whole labels; of
 * several, the oldest. Null if no project tracks the host.
 */
export function projectOf({ hosts }: TokenHosts, host: string): { projectId: string | null } | null {
  let best: { projectId: string | null; length: number } | null = null
  for (const { projectId, hosts: own } of hosts)
    for (const each of own)
      if ((host === each || host.endsWith(`.${each}`)) && each.length > (best?.length ?? 0))
        best = { projectId, length: each.length }
  return best
}
