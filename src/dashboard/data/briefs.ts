import { useMutationState, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Problem } from '../kit/problem.ts'
import { api, ask, askPatiently } from './api.ts'
import { geoRoutes, useGeo } from './project-data.ts'
import { useInvalidate, useOrgChange, useOrgQuery } from './query.ts'
import { useOrganization } from './session.tsx'

/** Dashboard-only routes. */
const ownBriefs = (projectId: string) => api.api.app.projects({ projectId }).briefs

const askBriefs = (projectId: string) => ask(geoRoutes(projectId).briefs.get())
const askBrief = (projectId: string, briefId: string) => ask(geoRoutes(projectId).briefs({ briefId }).get())

/** A brief in a list. */
export type BriefItem = Awaited<ReturnType<typeof askBriefs>>['briefs'][number]
/** A brief with its outline, the progress of its article, and its outcome. */
export type Brief = Awaited<ReturnType<typeof askBrief>>
/** The change of answers after the article. */
export type Outcome = NonNullable<Brief['outcome']>
export type Document = Brief['brief']['brief']
export type BriefStatus = Brief['status']
export type PlanBody = Parameters<ReturnType<typeof geoRoutes>['briefs']['post']>[0]

/** The polling interval of a run. */
const rhythm = 3000

/** Whether a run is queued or writes it. */
export const isOpen = ({ status }: { status: string }) => status === 'approved' || status === 'writing'

/** Whether it can be changed and approved. */
export const isEditable = ({ status }: { status: string }) => status === 'draft' || status === 'failed'

/** Whether it was planned for a tracked prompt, over which its effect is measured. */
export const isOfPrompt = ({ sourceKind }: Pick<Brief, 'sourceKind'>) =>
  sourceKind === 'gap' || sourceKind === 'prompt'

/**
 * All briefs of the project, newest first; polled every three seconds while an article is written, or a
 * planning runs without an open dialog.
 */
export function useBriefs() {
  const { projectId, keyOf } = useGeo()
  const isAwaited = useMutationState({
    filters: { mutationKey: keyOf('plans'), status: 'error' },
    select: ({ state: { error } }) => error instanceof Problem && error.status === 409,
  }).includes(true)
  return useOrgQuery(['briefs', projectId], async () => (await askBriefs(projectId)).briefs, {
    refetchInterval: ({ state }) => (isAwaited || state.data?.some(isOpen) ? rhythm : false),
  })
}

/** The newest plans with an invalid model answer. */
export function useRejectedPlans() {
  const { projectId, routes } = useGeo()
  return useOrgQuery(
    ['briefs', projectId, 'rejected-plans'],
    async () => (await ask(routes.briefs['rejected-plans'].get())).plans,
  )
}

/** The outcomes of finished articles, by brief. */
export function useOutcomes() {
  const { projectId } = useGeo()
  return useOrgQuery(['briefs', projectId, 'outcomes'], async () => {
    const { outcomes } = await ask(ownBriefs(projectId).outcomes.get())
    return new Map(outcomes.map(({ briefId, outcome }) => [briefId, outcome]))
  })
}

/** One brief, null if it does not exist; polled every three seconds while its article is written. */
export function useBrief(projectId: string | undefined, briefId: string) {
  return useOrgQuery(['briefs', projectId, briefId], () => findBrief(projectId ?? '', briefId), {
    enabled: projectId !== undefined,
    refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? rhythm : false),
  })
}

async function findBrief(projectId: string, briefId: string): Promise<Brief | null> {
  try {
    return await askBrief(projectId, briefId)
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return null
    throw error
  }
}

/** Reads the gaps and the list again when a run has ended. */
export function useRunEnd(brief: Brief | null | undefined) {
  const invalidate = useInvalidate()
  const wasOpen = useRef(false)
  useEffect(() => {
    const is = Boolean(brief && isOpen(brief))
    if (wasOpen.current && brief && !is) void invalidate('writtenArticle')
    wasOpen.current = is
  })
}

/** Plans the outline of an article. It continues when its dialog is closed. */
export function usePlan(said: { planned(brief: Plan): void; refused(error: Error): void }) {
  const { routes, keyOf } = useGeo()
  return useOrgChange(
    'articles',
    (body: PlanBody) => askPatiently((soon) => routes.briefs.post(body, soon)),
    {
      mutationKey: keyOf('plans'),
      inBackground: true,
      alsoAfterError: true,
      onSuccess: said.planned,
      onError: said.refused,
    },
  )
}

type Plan = Awaited<ReturnType<typeof askPlan>>
const askPlan = (projectId: string, body: PlanBody) =>
  askPatiently((soon) => geoRoutes(projectId).briefs.post(body, soon))

/** The running plans, by topic. */
export function usePlanned(): string[] {
  const { keyOf } = useGeo()
  return useMutationState({
    filters: { mutationKey: keyOf('plans'), status: 'pending' },
    select: ({ state }) => (state.variables as PlanBody).topic,
  })
}

/** Starts writing the article of a brief. */
export function useApprove(briefId: string) {
  const { routes } = useGeo()
  return useOrgChange('articles', () => ask(routes.briefs({ briefId }).approve.post()), {
    alsoAfterError: true,
  })
}

/** Deletes a brief that is not being written. */
export function useDeleteBrief(briefId: string) {
  const { projectId, keyOf } = useGeo()
  const client = useQueryClient()
  return useOrgChange('articles', () => ask(ownBriefs(projectId)({ briefId }).delete()), {
    inBackground: true,
    // Its page is still open, and would request it again.
    onSuccess: () => client.removeQueries({ queryKey: keyOf('briefs', briefId) }),
  })
}

type BriefPatch = Omit<
  NonNullable<Parameters<ReturnType<ReturnType<typeof ownBriefs>>['patch']>[0]>,
  'updatedAt'
>

/** Saves changes of an outline; the request continues when the tab is closed. */
export function useSaveBrief(briefId: string) {
  const { id } = useOrganization()
  const { projectId } = useGeo()
  const client = useQueryClient()
  return async (patch: BriefPatch, known: string): Promise<Brief> => {
    const route = ownBriefs(projectId)({ briefId })
    const saved = await ask(route.patch({ ...patch, updatedAt: known }, { fetch: { keepalive: true } }))
    client.setQueryData([id, 'briefs', projectId, briefId], saved)
    return saved
  }
}

/** The recent cost of planning, and whether the credits suffice for it. */
export function useCosts() {
  const { projectId } = useGeo()
  return useOrgQuery(['briefs', projectId, 'costs'], () => ask(ownBriefs(projectId).costs.get()))
}

/** The prompts that a brief could answer too, the most similar first. */
export function useVariantChoices(briefId: string) {
  const { projectId } = useGeo()
  return useOrgQuery(
    ['prompts', projectId, { brief: briefId }],
    async () => (await ask(ownBriefs(projectId)({ briefId }).variants.get())).prompts,
  )
}

/** Pages that the article may link to: the most relevant ones of its sitemap. */
export function usePagesToLink(briefId: string) {
  const { projectId } = useGeo()
  return useOrgQuery(
    ['sitemaps', projectId, { brief: briefId }],
    async () => (await ask(ownBriefs(projectId)({ briefId }).pages.get())).pages,
  )
}
