import { and, eq } from 'drizzle-orm'
import { t } from 'elysia'
import type { Context } from '../../context.ts'
import { atomically } from '../../db/client.ts'
import { badRequest } from '../../errors.ts'
import { oneOf } from '../../http/fields.ts'
import { newJobId } from '../../ids.ts'
import { findIdentity } from '../brand-identities/find.ts'
import { integrations } from '../integrations/table.ts'
import type { Caller, Spend } from '../keys/require-key.ts'
import { outputTypes } from '../posts/table.ts'
import { lookbackWindows } from '../schedules/table.ts'
import { writePostJob } from './job.ts'
import { toGenerationJob } from './model.ts'
import { findGeneration, queueGeneration } from './record.ts'
import { everyDataPoint, type Selection } from './select.ts'

const Ids = t.Array(t.String({ minLength: 1, maxLength: 100 }), { maxItems: 100 })
const Point = t.Optional(t.Boolean())

/** The body of POST /v1/posts/generate (contract 6.1). */
export const GenerationRequest = t.Object({
  contentType: oneOf(outputTypes, { error: `contentType must be one of ${outputTypes.join(', ')}` }),
  lookbackWindow: t.Optional(
    oneOf(lookbackWindows, { error: `lookbackWindow must be one of ${lookbackWindows.join(', ')}` }),
  ),
  brandIdentityId: t.Optional(t.Nullable(t.String())),
  brandVoiceId: t.Optional(t.Nullable(t.String())),
  integrations: t.Optional(
    t.Object({
      github: t.Optional(t.Array(t.String(), { minItems: 1, maxItems: 100 })),
      linear: t.Optional(t.Array(t.String(), { minItems: 1, maxItems: 100 })),
    }),
  ),
  github: t.Optional(
    t.Object({
      repositories: t.Optional(
        t.Array(t.Object({ owner: t.String({ minLength: 1 }), repo: t.String({ minLength: 1 }) }), {
          minItems: 1,
          maxItems: 100,
        }),
      ),
    }),
  ),
  repositoryIds: t.Optional(Ids),
  linearIntegrationIds: t.Optional(Ids),
  dataPoints: t.Optional(
    t.Object({
      includePullRequests: Point,
      includeCommits: Point,
      includeReleases: Point,
      includeLinearData: Point,
    }),
  ),
  selectedItems: t.Optional(
    t.Object({
      commitShas: t.Optional(t.Array(t.String({ maxLength: 64 }), { maxItems: 1000 })),
      pullRequestNumbers: t.Optional(
        t.Array(t.Object({ repositoryId: t.String(), number: t.Number({ multipleOf: 1 }) }), {
          maxItems: 1000,
        }),
      ),
      releaseTagNames: t.Optional(
        t.Array(t.Union([t.String(), t.Object({ repositoryId: t.String(), tagName: t.String() })]), {
          maxItems: 1000,
        }),
      ),
      linearIssueIds: t.Optional(t.Array(t.Object({ integrationId: t.String(), issueId: t.String() }))),
    }),
  ),
})
export type GenerationRequest = typeof GenerationRequest.static

/** Queues a run over a lookback window; what is wrong with its targets is a 400, what is wrong later fails the run. */
export async function requestGeneration(ctx: Context, caller: Caller, body: GenerationRequest, spend: Spend) {
  const { organization } = caller
  const repositoryIds = await resolveRepositories(ctx, organization.id, body)
  const brandVoiceId = await resolveIdentity(ctx, organization.id, readIdentity(body))
  await spend()

  const id = newJobId('job_')
  const lookbackWindow = body.lookbackWindow ?? 'last_7_days'
  const cause = {
    type: 'window' as const,
    lookbackWindow,
    dataPoints: { ...everyDataPoint, ...readDataPoints(body) },
    selection: readSelection(body),
  }
  await atomically(ctx.db, [
    ...queueGeneration(ctx, {
      id,
      organizationId: organization.id,
      contentType: body.contentType,
      lookbackWindow,
      repositoryIds,
      brandVoiceId,
      workflowRunId: id,
      source: 'api',
    }),
    writePostJob.insert(ctx, { generationId: id, cause }, { key: id }),
  ])
  ctx.jobsReady.wake()
  return { job: toGenerationJob(await findGeneration(ctx, id)), organization }
}

async function resolveRepositories(
  ctx: Context,
  organizationId: string,
  body: GenerationRequest,
): Promise<string[]> {
  const ids = exclusive('GitHub repositories', [body.repositoryIds, body.integrations?.github])
  const names = body.github?.repositories ?? []
  if (ids.length > 0 && names.length > 0) throw badRequest('Choose GitHub repositories in one way only')
  const linear = exclusive('Linear integrations', [body.linearIntegrationIds, body.integrations?.linear])
  if (linear.length > 0) {
    throw badRequest(
      `Requested Linear integrations are not available for this organization: ${linear.join(', ')}`,
    )
  }

  const rows = await ctx.db
    .select()
    .from(integrations)
    .where(and(eq(integrations.organizationId, organizationId), eq(integrations.enabled, true)))
  if (ids.length > 0) {
    const missing = ids.filter((id) => !rows.some((row) => row.id === id))
    if (missing.length === 0) return ids
    throw badRequest(
      `Requested GitHub integrations are not available for this organization: ${missing.join(', ')}`,
    )
  }
  if (names.length === 0) return rows.map((row) => row.id)

  const fullName = ({ owner, repo }: { owner: string; repo: string }) =>
    `${owner.trim()}/${repo.trim()}`.toLowerCase()
  const found = names.map((name) => rows.find((row) => fullName(row) === fullName(name)))
  const missing = names.filter((_, index) => !found[index]).map(({ owner, repo }) => `${owner}/${repo}`)
  if (missing.length > 0) {
    throw badRequest(`Requested repositories are not connected for this organization: ${missing.join(', ')}`)
  }
  return [...new Set(found.flatMap((row) => row?.id ?? []))]
}

/** The one list of several equal ways that is not empty. */
function exclusive(what: string, lists: (string[] | undefined)[]): string[] {
  const given = lists.filter((list) => list && list.length > 0)
  if (given.length > 1) throw badRequest(`Choose ${what} in one way only`)
  return [...new Set(given[0] ?? [])]
}

/** The asked identity, else the default, else the one changed last, else none (contract 6.1). */
async function resolveIdentity(
  ctx: Context,
  organizationId: string,
  asked: string | null,
): Promise<string | null> {
  const identity = await findIdentity(ctx, organizationId, asked)
  if (asked && identity?.id !== asked)
    throw badRequest('Requested brand voice does not belong to this organization')
  return identity?.id ?? null
}

function readIdentity({ brandIdentityId, brandVoiceId }: GenerationRequest): string | null {
  if (brandIdentityId && brandVoiceId) throw badRequest('Give brandIdentityId or brandVoiceId, not both')
  return brandIdentityId || brandVoiceId || null
}

function readDataPoints({ dataPoints }: GenerationRequest) {
  const { includeLinearData: _, ...points } = dataPoints ?? {}
  return points
}

function readSelection({ selectedItems }: GenerationRequest): Selection | null {
  const { commitShas = [], pullRequestNumbers = [], releaseTagNames = [] } = selectedItems ?? {}
  if (commitShas.length + pullRequestNumbers.length + releaseTagNames.length === 0) return null
  const releaseTags = releaseTagNames.map((tag) =>
    typeof tag === 'string' ? { repositoryId: null, tagName: tag } : tag,
  )
  return { commitShas, pullRequestNumbers, releaseTags }
}
