import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Dependency } from '../../../http/dependency.ts'
import { stateOf } from '../../../http/reviewed.ts'
import { automations } from '../../automations/table.ts'
import { brandFacts } from '../../brand-identities/facts/table.ts'
import { brandIdentities } from '../../brand-identities/table.ts'
import { competitors } from '../../geo/competitors/table.ts'
import { projects } from '../../geo/projects/table.ts'
import { prompts } from '../../geo/prompts/table.ts'
import { scans } from '../../geo/scans/table.ts'
import { sequences } from '../../geo/sequences/table.ts'
import { geoSettings } from '../../geo/settings/table.ts'
import { sitemaps } from '../../geo/sitemaps/table.ts'
import { integrations, trackers } from '../../integrations/table.ts'
import { organizations } from '../../organizations/table.ts'
import { skills } from '../../skills/table.ts'
import type { Reviewer } from './review.ts'

// States that several tools depend on.

/** A project itself, without its prompts, competitors and other tracked items. */
export const projectState = ({ organization }: Reviewer, id: string): Dependency =>
  stateOf(
    'project',
    id,
    [projects.id, projects.name, projects.brandIdentityId],
    and(eq(projects.organizationId, organization.id), eq(projects.id, id)),
  )

/** The settings of a project; a running scan does not change them. */
export const settingsState = (projectId: string): Dependency =>
  stateOf('settings', projectId, [geoSettings.updatedAt], eq(geoSettings.projectId, projectId))

/** The prompts of a project that users wrote. */
export const promptsState = (projectId: string): Dependency =>
  stateOf(
    'prompts',
    projectId,
    [prompts.createdAt, prompts.id, prompts.prompt, prompts.enabled],
    eq(prompts.projectId, projectId),
  )

/** Every conversation of a project. */
export const sequencesState = (projectId: string): Dependency =>
  stateOf(
    'conversations',
    projectId,
    [sequences.createdAt, sequences.id, sequences.steps, sequences.enabled],
    eq(sequences.projectId, projectId),
  )

/** The brand identities of an organization: the one in use depends on all of them. */
export const identitiesState = ({ organization }: Reviewer): Dependency =>
  stateOf(
    'brand identities',
    organization.id,
    [brandIdentities.id, brandIdentities.name, brandIdentities.isDefault, brandIdentities.updatedAt],
    eq(brandIdentities.organizationId, organization.id),
  )

/** The facts of the brand identities of an organization, which writers may use. */
export const factsState = ({ organization }: Reviewer): Dependency =>
  stateOf(
    'brand facts',
    organization.id,
    [brandFacts.id, brandFacts.updatedAt],
    sql`${brandFacts.brandIdentityId} in (
      select own.id from brand_identities as own where own.organization_id = ${organization.id})`,
  )

/** The organization's stored skills with these names; without one, its built-in text is used. */
export const skillsState = ({ organization }: Reviewer, names: string[]): Dependency =>
  stateOf(
    'skills',
    organization.id,
    [skills.name, skills.updatedAt],
    and(eq(skills.organizationId, organization.id), inArray(skills.name, names)),
  )

/** The tracked competitors of an organization, in one project or in all: writers may invent nothing about them. */
export const competitorsState = ({ organization }: Reviewer, projectId?: string): Dependency =>
  stateOf(
    'tracked competitors',
    projectId ?? organization.id,
    [competitors.id, competitors.name, competitors.synonyms, competitors.domain],
    projectId === undefined
      ? sql`${competitors.projectId} in (
          select own.id from projects as own where own.organization_id = ${organization.id})`
      : eq(competitors.projectId, projectId),
  )

/** A sitemap and its pages, which articles quote; fetching it again counts as a change. */
export const sitemapState = (projectId: string, id: string): Dependency =>
  stateOf(
    'sitemap',
    id,
    [sitemaps.url, sitemaps.fetchedAt],
    and(eq(sitemaps.projectId, projectId), eq(sitemaps.id, id)),
  )

/** The newest scan of a project and its stored answers, which plans quote. */
export const newestScanState = (projectId: string): Dependency =>
  stateOf(
    'newest scan',
    projectId,
    [scans.id, scans.saved],
    sql`${scans.id} = (
      select newest.id from geo_scans as newest where newest.project_id = ${projectId}
      order by newest.created_at desc, newest.id desc limit 1)`,
  )

/** Whether changelogs may be written in English if no model can write in the brand's language. */
export const englishFallbackState = ({ organization }: Reviewer): Dependency =>
  stateOf(
    'organization',
    organization.id,
    [organizations.englishFallback],
    eq(organizations.id, organization.id),
  )

const repository = integrations
/** The repositories of an organization, or some of them. */
export const repositoriesState = ({ organization }: Reviewer, ids?: string[]): Dependency =>
  stateOf(
    'repositories',
    ids?.join(' ') ?? organization.id,
    [repository.id, repository.owner, repository.repo, repository.branch, repository.enabled],
    and(eq(repository.organizationId, organization.id), ids && inArray(repository.id, ids)),
  )

/** The trackers of an organization, or one of them. */
export const trackersState = ({ organization }: Reviewer, id?: string): Dependency =>
  stateOf(
    'trackers',
    id ?? organization.id,
    [trackers.id, trackers.displayName, trackers.teamId, trackers.enabled],
    and(eq(trackers.organizationId, organization.id), id === undefined ? undefined : eq(trackers.id, id)),
  )

/** The enabled schedules and event triggers for which a condition holds. */
export const automationsState = ({ organization }: Reviewer, id: string, condition = sql`true`): Dependency =>
  stateOf(
    'schedules and event triggers',
    id,
    [automations.id, automations.name],
    and(eq(automations.organizationId, organization.id), eq(automations.enabled, true), condition),
  )
