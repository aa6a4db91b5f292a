import { and, eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Dependency } from '../../../http/dependency.ts'
import { stateOf } from '../../../http/reviewed.ts'
import { toNameKey } from '../../../mentions/name-key.ts'
import { count } from '../../../text/line.ts'
import { competitors } from '../../geo/competitors/table.ts'
import { getProject } from '../../geo/projects/service.ts'
import { projects } from '../../geo/projects/table.ts'
import { readPromptId } from '../../geo/prompts/rules.ts'
import { prompts } from '../../geo/prompts/table.ts'
import { findWebsite } from '../../geo/readiness/find-website.ts'
import { estimatePlan, estimateScan } from '../../geo/scans/estimate.ts'
import { planSequence } from '../../geo/scans/play-conversation.ts'
import { planRescan } from '../../geo/scans/rescan-prompt.ts'
import { planRetry } from '../../geo/scans/retry-scan.ts'
import { scans } from '../../geo/scans/table.ts'
import { sequences } from '../../geo/sequences/table.ts'
import { sitemaps } from '../../geo/sitemaps/table.ts'
import type { Input } from '../call.ts'
import { describeAddress } from '../external-address.ts'
import {
  dependsOn,
  linesFor,
  listNames,
  quote,
  type Review,
  type Reviewer,
  type ToolReview,
  textOf,
} from './review.ts'
import { identitiesState, projectState, promptsState, sequencesState, settingsState } from './states.ts'

/** Everything that the plan of a scan depends on. */
const scanStates = (reviewer: Reviewer, projectId: string): Dependency[] => [
  projectState(reviewer, projectId),
  settingsState(projectId),
  promptsState(projectId),
  sequencesState(projectId),
  identitiesState(reviewer),
]

function promptStates(reviewer: Reviewer, { projectId, promptId }: Input): Dependency[] {
  const [project, id] = [textOf(projectId), textOf(promptId)]
  const named = readPromptId(id)
  if ('auto' in named) return [settingsState(project), identitiesState(reviewer)]
  return [
    stateOf(
      'prompt',
      id,
      [prompts.prompt, prompts.enabled, prompts.tags],
      and(eq(prompts.projectId, project), eq(prompts.id, named.written)),
    ),
  ]
}

const sequenceState = ({ projectId, sequenceId }: Input): Dependency =>
  stateOf(
    'conversation',
    textOf(sequenceId),
    [sequences.name, sequences.steps, sequences.enabled],
    and(eq(sequences.projectId, textOf(projectId)), eq(sequences.id, textOf(sequenceId))),
  )

const competitorState = (projectId: string, name: string): Dependency =>
  stateOf(
    'competitor',
    toNameKey(name),
    [competitors.name, competitors.domain, competitors.synonyms, competitors.kind, competitors.color],
    and(eq(competitors.projectId, projectId), eq(competitors.folded, toNameKey(name))),
  )

const inProject = dependsOn((reviewer, { projectId }) => [projectState(reviewer, textOf(projectId))])

/** The reviews of projects and their tracked items. */
export const visibilityReviews: Record<string, ToolReview> = {
  create_project: dependsOn((reviewer) => [identitiesState(reviewer)]),
  update_project: dependsOn((reviewer, { projectId }) => [
    projectState(reviewer, textOf(projectId)),
    identitiesState(reviewer),
  ]),
  delete_project: { review: reviewProjectRemoval },
  update_visibility_settings: dependsOn((reviewer, { projectId }) => [
    settingsState(textOf(projectId)),
    projectState(reviewer, textOf(projectId)),
  ]),
  add_prompt: inProject,
  update_prompt: dependsOn(promptStates),
  delete_prompt: dependsOn(promptStates),
  create_conversation: inProject,
  update_conversation: dependsOn((_, input) => [sequenceState(input)]),
  delete_conversation: dependsOn((_, input) => [sequenceState(input)]),
  track_competitor: dependsOn((_, { projectId, name, previousName }) => [
    competitorState(textOf(projectId), textOf(name)),
    ...(textOf(previousName) ? [competitorState(textOf(projectId), textOf(previousName))] : []),
  ]),
  untrack_competitor: dependsOn((_, { projectId, name }) => [
    competitorState(textOf(projectId), textOf(name)),
  ]),
  add_sitemap: dependsOn((reviewer, { projectId }) => [
    projectState(reviewer, textOf(projectId)),
    stateOf('sitemaps', textOf(projectId), [sitemaps.url], eq(sitemaps.projectId, textOf(projectId))),
  ]),
  delete_sitemap: dependsOn((_, { projectId, sitemapId }) => {
    const [project, id] = [textOf(projectId), textOf(sitemapId)]
    const isIt = and(eq(sitemaps.projectId, project), eq(sitemaps.id, id))
    return [stateOf('sitemap', id, [sitemaps.url], isIt)]
  }),
  scan_agent_readiness: {
    async review(ctx, reviewer, input) {
      const projectId = textOf(input.projectId)
      const website = await findWebsite(ctx, await getProject(ctx, reviewer, projectId))
      return {
        depends: [projectState(reviewer, projectId), identitiesState(reviewer)],
        // The response contains the URL too, so every caller of this tool may read it.
        outcome: linesFor('agent-readiness.write', [website && describeAddress(new URL(website))]),
      }
    },
  },
  run_scan: {
    async review(ctx, reviewer, input) {
      const projectId = textOf(input.projectId)
      const estimate = await estimateScan(ctx, reviewer, projectId)
      return { depends: scanStates(reviewer, projectId), outcome: describeScan(estimate) }
    },
  },
  retry_scan: {
    async review(ctx, reviewer, input) {
      const [projectId, id] = [textOf(input.projectId), textOf(input.scanId)]
      const { plan } = await planRetry(ctx, reviewer, projectId, id)
      const isIt = and(eq(scans.projectId, projectId), eq(scans.id, id))
      return {
        depends: [
          stateOf('scan', id, [scans.status, scans.saved, scans.failed, scans.finishedAt], isIt),
          settingsState(projectId),
        ],
        outcome: describeScan(await estimatePlan(ctx, projectId, plan)),
      }
    },
  },
  rescan_prompt: {
    async review(ctx, reviewer, input) {
      const projectId = textOf(input.projectId)
      const plan = await planRescan(ctx, reviewer, projectId, textOf(input.promptId))
      return {
        depends: [
          ...promptStates(reviewer, input),
          settingsState(projectId),
          projectState(reviewer, projectId),
        ],
        outcome: [
          ...linesFor('prompts.read', [`Prompt: ${listNames(plan.prompts.map(({ prompt }) => prompt))}.`]),
          ...describeScan(await estimatePlan(ctx, projectId, plan)),
        ],
      }
    },
  },
  run_conversation: {
    async review(ctx, reviewer, input) {
      const projectId = textOf(input.projectId)
      const { plan, name } = await planSequence(ctx, reviewer, projectId, textOf(input.sequenceId))
      return {
        depends: [sequenceState(input), settingsState(projectId), projectState(reviewer, projectId)],
        outcome: [
          ...linesFor('prompts.read', [`Conversation: ${quote(name)}.`]),
          ...describeScan(await estimatePlan(ctx, projectId, plan)),
        ],
      }
    },
  },
}

type Estimate = Awaited<ReturnType<typeof estimatePlan>>

const describeScan = ({
  checks,
  prompts,
  conversations,
  engines,
  languages,
  skipped,
  cents,
  basis,
}: Estimate) =>
  linesFor('scans.read', [
    `Questions to ask: ${checks} (prompts: ${prompts}, conversations: ${conversations}).`,
    `Engines: ${listNames(engines)}. Languages: ${listNames(languages)}.`,
    ...skipped.map(
      ({ engine, language, reason }) => `Skipped: ${listNames([engine ?? language ?? ''])}. ${reason}`,
    ),
    `Cost: ${checks} of the monthly AI answers. Estimated price: $${(cents / 100).toFixed(4)}, from ${basis === 'recorded' ? 'earlier answers' : 'catalog prices'}.`,
  ])

async function reviewProjectRemoval(ctx: Context, reviewer: Reviewer, input: Input): Promise<Review> {
  const id = textOf(input.projectId)
  const isOwn = and(eq(projects.organizationId, reviewer.organization.id), eq(projects.id, id))
  const counts = await Promise.all([
    ctx.db.$count(prompts, eq(prompts.projectId, id)),
    ctx.db.$count(competitors, eq(competitors.projectId, id)),
    ctx.db.$count(sequences, eq(sequences.projectId, id)),
    ctx.db.$count(scans, eq(scans.projectId, id)),
  ])
  const isThere = (await ctx.db.$count(projects, isOwn)) > 0
  const [promptCount = 0, competitorCount = 0, sequenceCount = 0, scanCount = 0] = isThere ? counts : []
  return {
    depends: [
      projectState(reviewer, id),
      settingsState(id),
      promptsState(id),
      sequencesState(id),
      stateOf('competitors', id, [competitors.folded], eq(competitors.projectId, id)),
    ],
    outcome: linesFor('projects.read', [
      `Deleted with it: ${count(promptCount, 'prompt')}, ${count(competitorCount, 'competitor')}, ${count(sequenceCount, 'conversation')}, ${count(scanCount, 'scan')}.`,
    ]),
  }
}
