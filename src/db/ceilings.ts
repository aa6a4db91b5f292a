import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { grouped } from '../text/grouped.ts'
import { messagesOf } from './errors.ts'

type Ceiling = {
  max: number
  /** Noun of the counted rows, in errors and documentation. */
  noun: string
  per: 'user' | 'organization' | 'project'
  table: string
  /** The column with the id of the user, organization or project, unless it is the usual one. */
  owner?: string
  /** Condition for the counted rows, if not all count. */
  only?: string
  /** A table with stored counts in the column `total`, for rows that are too many to count. */
  counts?: string
  /** What to do when the ceiling is reached. */
  remedy: string
}

/** Rows that are counted per repository. */
function countedByRepository(table: 'deliveries' | 'sightings') {
  const counts = `(select organization_id, ${table} as total
      from integrations join webhook_row_counts on integration_id = integrations.id)`
  return { table, counts }
}

/** Maximum numbers of rows that members, keys and models may create. docs/operations/limits.md lists them. */
export const ceilings = {
  organizations: {
    max: 20,
    noun: 'organizations',
    per: 'user',
    table: 'organizations',
    remedy: 'Ask the operator of this server for another one.',
  },
  memberships: {
    max: 500,
    noun: 'memberships',
    per: 'user',
    table: 'members',
    owner: 'user_id',
    remedy: 'Leave an organization first.',
  },
  members: {
    max: 1_000,
    noun: 'members',
    per: 'organization',
    table: 'members',
    remedy: 'Remove one first.',
  },
  repositories: {
    max: 1_000,
    noun: 'repositories',
    per: 'organization',
    table: 'integrations',
    remedy: 'Disconnect one first.',
  },
  trackers: {
    max: 100,
    noun: 'issue trackers',
    per: 'organization',
    table: 'trackers',
    remedy: 'Disconnect one first.',
  },
  automations: {
    max: 500,
    noun: 'schedules and event triggers',
    per: 'organization',
    table: 'automations',
    remedy: 'Delete one first.',
  },
  subscribers: {
    max: 100_000,
    noun: 'subscribers',
    per: 'organization',
    table: 'subscribers',
    remedy: 'Delete some first.',
  },
  collections: {
    max: 50_000,
    noun: 'collections',
    per: 'organization',
    table: 'collections',
    remedy: 'Delete one first.',
  },
  posts: {
    max: 20_000,
    noun: 'posts created without a run',
    per: 'organization',
    table: 'posts',
    only: 'collection_id is null',
    remedy: 'Delete one first.',
  },
  destinations: {
    max: 50,
    noun: 'message channels',
    per: 'organization',
    table: 'destinations',
    remedy: 'Delete one first.',
  },
  pullRequestDestinations: {
    max: 50,
    noun: 'repositories for pull requests',
    per: 'organization',
    table: 'pull_request_targets',
    remedy: 'Remove one first.',
  },
  images: {
    max: 20_000,
    noun: 'images',
    per: 'organization',
    table: 'images',
    remedy: 'Unused images are removed after 30 days.',
  },
  brandIdentities: {
    max: 100,
    noun: 'brand identities',
    per: 'organization',
    table: 'brand_identities',
    remedy: 'Delete one first.',
  },
  skills: {
    max: 500,
    noun: 'skills',
    per: 'organization',
    table: 'skills',
    remedy: 'Delete one first.',
  },
  keys: {
    max: 500,
    noun: 'API keys and feedback tokens',
    per: 'organization',
    table: 'api_keys',
    only: 'revoked_at is null',
    remedy: 'Revoke one first.',
  },
  invitations: {
    max: 1_000,
    noun: 'pending invitations',
    per: 'organization',
    table: 'invitations',
    only: 'accepted_at is null',
    remedy: 'Withdraw one first.',
  },
  chats: {
    max: 50_000,
    noun: 'chats',
    per: 'organization',
    table: 'chats',
    only: 'deleted_at is null',
    remedy: 'Delete one first.',
  },
  sessions: {
    max: 50_000,
    noun: 'agent sessions',
    per: 'organization',
    table: 'agent_sessions',
    remedy: 'A session is removed 30 days after it ends.',
  },
  approvals: {
    max: 1_000,
    noun: 'pending approvals',
    per: 'organization',
    table: 'approvals',
    only: "status = 'open'",
    remedy: 'Answer one first.',
  },
  feedback: {
    max: 100_000,
    noun: 'feedback entries',
    per: 'organization',
    table: 'feedback',
    counts: 'feedback_counts',
    remedy: 'Archive some: new entries replace the oldest archived ones.',
  },
  deliveries: {
    max: 500_000,
    noun: 'webhook delivery IDs',
    per: 'organization',
    ...countedByRepository('deliveries'),
    remedy: 'They are removed after a day, or after 30 days if they started a run.',
  },
  sightings: {
    max: 5_000_000,
    noun: 'commits and releases of the last 30 days',
    per: 'organization',
    ...countedByRepository('sightings'),
    remedy: 'They are removed after 30 days.',
  },
  runs: {
    max: 100_000,
    noun: 'runs',
    per: 'organization',
    table: 'generation_jobs',
    counts: 'generation_job_counts',
    remedy: 'A run is removed 7 days after it ends.',
  },
  projects: {
    max: 100,
    noun: 'projects',
    per: 'organization',
    table: 'projects',
    remedy: 'Delete one first.',
  },
  prompts: {
    max: 5_000,
    noun: 'prompts',
    per: 'project',
    table: 'geo_prompts',
    remedy: 'Delete one first.',
  },
  suggestions: {
    max: 10_000,
    noun: 'suggested prompts',
    per: 'project',
    table: 'geo_suggestions',
    remedy: 'Create another project to import more.',
  },
  scans: {
    max: 50_000,
    noun: 'scans',
    per: 'project',
    table: 'geo_scans',
    remedy: 'Create another project to scan more.',
  },
  briefs: {
    max: 5_000,
    noun: 'briefs',
    per: 'project',
    table: `(select project_id from geo_briefs
      union all select project_id from geo_brief_plans where status = 'planning')`,
    remedy: 'Delete one first.',
  },
} satisfies Record<string, Ceiling>

export type CeilingName = keyof typeof ceilings

const columns = { user: 'created_by', organization: 'organization_id', project: 'project_id' }
const marker = 'ceiling'

/**
 * The statement after an insert: rolls the batch back if the owner (a user, an organization or a project) now has
 * more rows than the ceiling. The JSON path is invalid, so that the error of the database names the ceiling.
 */
export const ceilingGuard = (name: CeilingName, ownerId: string | Placeholder): SQL =>
  sql`insert into guards (ok) ${ceilingRefusal(name, ownerId)}`

/** The query of this statement: it fails if the owner has more rows than the ceiling. */
export function ceilingRefusal(name: CeilingName, ownerId: string | Placeholder): SQL {
  const { max } = ceilings[name]
  return sql`select json_extract('{}', ${`${marker}:${name}:`} || total) from (${ceilingCount(name, ownerId)}) where total > ${max}`
}

/** A query for the number of rows that count against a ceiling, as `total`. */
export function ceilingCount(name: CeilingName, ownerId: string | Placeholder): SQL {
  const { table, per, owner = columns[per], only, counts }: Ceiling = ceilings[name]
  const isOwn = sql`${sql.raw(owner)} = ${ownerId}`
  if (counts) return sql`select coalesce(sum(total), 0) as total from ${sql.raw(counts)} where ${isOwn}`
  const condition = only ? sql.raw(` and ${only}`) : sql``
  return sql`select count(*) as total from ${sql.raw(table)} where ${isOwn}${condition}`
}

const subjects: Partial<Record<CeilingName, string>> = {
  organizations: 'You have created',
  memberships: 'Your account has',
}

/** The API error when a ceiling is reached. */
export function ceilingSentence(name: CeilingName): string {
  const { max, noun, per, remedy }: Ceiling = ceilings[name]
  const subject = subjects[name] ?? `This ${per} has`
  return `${subject} ${grouped(max)} ${noun}, the maximum. ${remedy}`
}

/** The error text of the ceiling that rolled a batch back; null for any other error. */
export function describeCeiling(error: unknown): string | null {
  const [, name = ''] = new RegExp(`${marker}:(\\w+):`).exec(messagesOf(error)) ?? []
  return isCeiling(name) ? ceilingSentence(name) : null
}

const isCeiling = (name: string): name is CeilingName => Object.hasOwn(ceilings, name)
