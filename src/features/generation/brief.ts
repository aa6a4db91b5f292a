import { asc, eq, sql } from 'drizzle-orm'
import type { Model } from '../../ai/models.ts'
import type { Context } from '../../context.ts'
import { once } from '../../db/prepared.ts'
import { prepareSelect } from '../../db/prepared-select.ts'
import type { Subject } from '../../mentions/subject.ts'
import { shorten } from '../../text/line.ts'
import type { CollectedActivity } from '../activity/model.ts'
import type { UsableFact } from '../brand-identities/facts/model.ts'
import { findUsableFacts } from '../brand-identities/facts/stored-facts.ts'
import type { BrandIdentityRow } from '../brand-identities/model.ts'
import { competitors } from '../geo/competitors/table.ts'
import { projects } from '../geo/projects/table.ts'
import { trackerName } from '../integrations/trackers.ts'
import { organizations } from '../organizations/table.ts'
import { readSkills } from '../skills/service.ts'
import type { Origin } from './cause.ts'
import type { GenerationRow } from './model.ts'
import type { WritingBrief } from './prompt.ts'

/** The skill for each format. A picture shows a changelog. */
const skillNames = {
  changelog: 'changelog',
  blog_post: 'blog-post',
  linkedin_post: 'linkedin',
  twitter_post: 'twitter',
  image: 'changelog',
} as const

const humanizer = 'humanizer'

/** Returns the names of the skills for a format. */
export const skillsOf = (contentType: GenerationRow['contentType']) => [skillNames[contentType], humanizer]

/** The input of a run's post. */
export type Material = {
  run: GenerationRow
  origin: Origin
  collected: CollectedActivity
  identity: BrandIdentityRow | null
}

/** Builds the writer's brief of a run. Only models use skills. */
export async function briefRun(
  ctx: Context,
  { run, origin, collected, identity, model }: Material & { model: Model | null },
): Promise<WritingBrief> {
  const { organizationId, contentType } = run
  const { reading, instructions, integrations, trackers } = origin
  const { activities, issues, ended, window } = collected
  const [organization, [skill, humanizing], tracked, facts] = await Promise.all([
    fallbackOf(ctx).get({ organizationId }),
    model ? readSkills(ctx, organizationId, skillNames[contentType], humanizer) : [null, null],
    model ? findCompetitors(ctx, organizationId) : [],
    model && identity ? findUsableFacts(ctx, identity.id) : [],
  ])
  return {
    organizationId,
    contentType: contentType === 'image' ? 'changelog' : contentType,
    activities,
    issues,
    ended,
    trackers: trackers.map(({ provider, displayName }) => `${trackerName(ctx, provider)}: ${displayName}`),
    window,
    event: reading.type === 'delivery' ? summarize(reading.event) : null,
    voice: identity,
    instructions,
    skill,
    humanizer: humanizing,
    competitors: tracked,
    facts: toFactTexts(facts),
    productName: integrations[0]?.repo ?? trackers[0]?.workspaceName,
    englishFallback: organization?.englishFallback,
    today: ctx.now(),
  }
}

const fallbackOf = once((db) => {
  const query = db
    .select({ englishFallback: organizations.englishFallback })
    .from(organizations)
    .where(eq(organizations.id, sql.placeholder('organizationId')))
  return prepareSelect(db, query)
})

const maxCompetitors = 500
const maxFacts = 30
const maxFact = 300

/** Formats the facts of a brand for a post. */
export const toFactTexts = (facts: UsableFact[]) =>
  facts.slice(0, maxFacts).map(({ text }) => shorten(text, maxFact))

/** Returns the competitors of all projects of an organization, oldest first. */
export async function findCompetitors(ctx: Context, organizationId: string): Promise<Subject[]> {
  const rows = await competitorsOf(ctx).all({ organizationId })
  return rows.map(({ id, name, synonyms, domain }) => ({
    ...{ key: id, name, terms: [name, ...synonyms] },
    hosts: domain === null ? [] : [domain],
  }))
}

const competitorsOf = once((db) => {
  const { id, name, synonyms, domain, createdAt } = competitors
  const query = db
    .select({ id, name, synonyms, domain })
    .from(competitors)
    .innerJoin(projects, eq(projects.id, competitors.projectId))
    .where(eq(projects.organizationId, sql.placeholder('organizationId')))
    .orderBy(asc(createdAt), asc(id))
    .limit(maxCompetitors)
  return prepareSelect(db, query)
})

/** Summarizes the event for the model, without messages and bodies (contract 11.3). */
function summarize({ kind, action, data }: { kind: string; action: string; data: Record<string, unknown> }) {
  if (kind === 'release') {
    const { tagName, prerelease, publishedAt } = data
    return { event: kind, action, tagName: String(tagName).slice(0, 80), prerelease, publishedAt }
  }
  const commits = Array.isArray(data.commits) ? data.commits : []
  return { event: kind, branch: String(data.branch).slice(0, 120), commitCount: commits.length }
}
