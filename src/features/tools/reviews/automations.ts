import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { stateOf } from '../../../http/reviewed.ts'
import { automations } from '../../automations/table.ts'
import { brandIdentities } from '../../brand-identities/table.ts'
import { integrations } from '../../integrations/table.ts'
import type { Input } from '../call.ts'
import {
  dependsOn,
  linesFor,
  listNames,
  type OutcomeLine,
  type Review,
  type Reviewer,
  type ToolReview,
  textOf,
} from './review.ts'
import { automationsState, identitiesState, repositoriesState, trackersState } from './states.ts'

const automationState = ({ organization }: Reviewer, kind: string, id: string) =>
  stateOf(
    kind,
    id,
    [automations.updatedAt],
    and(eq(automations.organizationId, organization.id), eq(automations.id, id)),
  )

/** How schedules, event triggers and integrations are reviewed. */
export const automationReviews: Record<string, ToolReview> = {
  create_schedule: { review: reviewDefinition },
  update_schedule: {
    async review(ctx, reviewer, input) {
      const { depends, outcome } = await reviewDefinition(ctx, reviewer, input)
      return {
        depends: [automationState(reviewer, 'schedule', textOf(input.scheduleId)), ...depends],
        outcome,
      }
    },
  },
  delete_schedule: dependsOn((reviewer, { scheduleId }) => [
    automationState(reviewer, 'schedule', textOf(scheduleId)),
  ]),
  create_event_trigger: { review: reviewDefinition },
  update_event_trigger: {
    async review(ctx, reviewer, input) {
      const { depends, outcome } = await reviewDefinition(ctx, reviewer, input)
      const trigger = automationState(reviewer, 'event trigger', textOf(input.triggerId))
      return { depends: [trigger, ...depends], outcome }
    },
  },
  delete_event_trigger: dependsOn((reviewer, { triggerId }) => [
    automationState(reviewer, 'event trigger', textOf(triggerId)),
  ]),
  connect_repository: dependsOn(({ organization }, { owner, repo }) => [
    stateOf(
      'integration',
      `${textOf(owner)}/${textOf(repo)}`,
      [integrations.id],
      and(
        eq(integrations.organizationId, organization.id),
        sql`lower(owner) = ${textOf(owner).toLowerCase()}`,
        sql`lower(repo) = ${textOf(repo).toLowerCase()}`,
      ),
    ),
  ]),
  disconnect_integration: {
    async review(ctx, reviewer, input) {
      const id = textOf(input.integrationId)
      const readsIt = sql`exists (
        select 1 from automation_repositories as target
        where target.automation_id = automations.id and target.integration_id = ${id})`
      return {
        depends: [
          { ...repositoriesState(reviewer, [id]), kind: 'integration' },
          trackersState(reviewer, id),
          automationsState(reviewer, id, readsIt),
        ],
        outcome: await describeDisabled(ctx, reviewer, readsIt),
      }
    },
  },
}

/** The repositories and the brand identity that an automation would use, by name. */
async function reviewDefinition(ctx: Context, reviewer: Reviewer, input: Input): Promise<Review> {
  const { targets, outputConfig } = input as {
    targets?: { repositoryIds?: string[] }
    outputConfig?: { brandVoiceId?: string } | null
  }
  const ids = [...new Set(targets?.repositoryIds ?? [])].sort()
  const { id, displayName, organizationId } = integrations
  const repositories = await ctx.db
    .select({ name: displayName })
    .from(integrations)
    .where(and(eq(organizationId, reviewer.organization.id), inArray(id, ids)))
    .orderBy(asc(displayName), asc(id))
  const identities = await ctx.db
    .select({ name: brandIdentities.name })
    .from(brandIdentities)
    .where(
      and(
        eq(brandIdentities.organizationId, reviewer.organization.id),
        eq(brandIdentities.id, outputConfig?.brandVoiceId ?? ''),
      ),
    )
  return {
    depends: [repositoriesState(reviewer, ids), identitiesState(reviewer)],
    outcome: [
      ...linesFor('integrations.read', [`Repositories: ${listNames(repositories.map(({ name }) => name))}.`]),
      ...linesFor('brand-identities.read', [
        `Brand identity: ${listNames(
          identities.map(({ name }) => name),
          'the default one',
        )}.`,
      ]),
    ],
  }
}

/** The schedules and event triggers that are disabled because something they use is deleted. */
export async function describeDisabled(
  ctx: Context,
  { organization }: Reviewer,
  uses: SQL,
): Promise<OutcomeLine[]> {
  const rows = await ctx.db
    .select({ name: automations.name, sourceType: automations.sourceType })
    .from(automations)
    .where(and(eq(automations.organizationId, organization.id), eq(automations.enabled, true), uses))
    .orderBy(asc(automations.name), asc(automations.id))
  const namesOf = (type: string) =>
    rows.filter(({ sourceType }) => sourceType === type).map(({ name }) => name)
  return [
    ...linesFor('schedules.read', [`Schedules that are disabled with it: ${listNames(namesOf('cron'))}.`]),
    ...linesFor('event-triggers.read', [
      `Event triggers that are disabled with it: ${namesOf('github_webhook').length}.`,
    ]),
  ]
}
