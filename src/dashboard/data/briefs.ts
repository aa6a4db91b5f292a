import { useMutationState, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Problem } from '../kit/problem.ts'
import { api, ask, askPatiently } from './api.ts'
import { geoRoutes, useGeo } from './project-data.ts'
import { useInvalidate, useOrgChange, useOrgQuery } from './query.ts'
import { useOrganization } from './session.tsx'

/** Routes that only the dashboard calls. */
const ownBriefs = (projectId: string) => api.api.app.projects({ projectId }).briefs

const askBriefs = (projectId: string) => ask(geoRoutes(projectId).briefs.get())
const askBrief = (projectId: string, briefId: string) => ask(geoRoutes(projectId).briefs({ briefId }).get())

/** A brief as a list tells it. */
export type BriefItem = Awaited<ReturnType<typeof askBriefs>>['briefs'][number]
/** A brief with its outline, how far its article is, and what came of it. */
export type Brief = Awaited<ReturnType<typeof askBrief>>
/** Whether answers moved after the article. */
export type Outcome = NonNullable<Brief['outcome']>
export type Document = Brief['brief']['brief']
export type BriefStatus = Brief['status']
export type PlanBody = Parameters<ReturnType<typeof geoRoutes>['briefs']['post']>[0]

/** How often what is written is looked at. */
const rhythm = 3000

/** Whether a run writes it, or will. */
export const isOpen = ({ status }: { status: string }) => status === 'approved' || status === 'writing'

/** Whether it may be changed and approved. */
export const isEditable = ({ status }: { status: string }) => status === 'draft' || status === 'failed'

/**
 * All briefs of the project, the newest first; asked for every three seconds while an article is written, or a planning
 * goes on that nobody waits for any more.
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

/** The newest plans whose answers could not be used. */
export function useRejectedPlans() {
  const { projectId, routes } = useGeo()
  return useOrgQuery(
    ['briefs', projectId, 'rejected-plans'],
    async () => (await ask(routes.briefs['rejected-plans'].get())).plans,
  )
}

/** What came of the articles that are done, by their briefs. */
export function useOutcomes() {
  const { projectId } = useGeo()
  return useOrgQuery(['briefs', projectId, 'outcomes'], async () => {
    const { outcomes } = await ask(ownBriefs(projectId).outcomes.get())
    return new Map(outcomes.map(({ briefId, outcome }) => [briefId, outcome]))
  })
}

/** One brief, null where there is none; asked for every three seconds while its article is written. */
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

/** Reads the gaps and the list anew as soon as a run has ended. */
export function useRunEnd(brief: Brief | null | undefined) {
  const invalidate = useInvalidate()
  const wasOpen = useRef(false)
  useEffect(() => {
    const is = Boolean(brief && isOpen(brief))
    if (wasOpen.current && brief && !is) void invalidate('writtenArticle')
    wasOpen.current = is
  })
}

/** Plans an article: an outline of it, which somebody approves. It goes on when its dialog is left. */
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

/** What is being planned, by its topic. */
export function usePlanned(): string[] {
  const { keyOf } = useGeo()
  return useMutationState({
    filters: { mutationKey: keyOf('plans'), status: 'pending' },
    select: ({ state }) => (state.variables as PlanBody).topic,
  })
}

/** Has a brief's article written. */
export function useApprove(briefId: string) {
  const { routes } = useGeo()
  return useOrgChange('articles', () => ask(routes.briefs({ briefId }).approve.post()), {
    alsoAfterError: true,
  })
}

/** Deletes a brief that nobody writes. */
export function useDeleteBrief(briefId: string) {
  const { projectId, keyOf } = useGeo()
  const client = useQueryClient()
  return useOrgChange('articles', () => ask(ownBriefs(projectId)({ briefId }).delete()), {
    inBackground: true,
    // Its page is still shown, and would request it again.
    onSuccess: () => client.removeQueries({ queryKey: keyOf('briefs', briefId) }),
  })
}

type BriefPatch = Omit<
  NonNullable<Parameters<ReturnType<ReturnType<typeof ownBriefs>>['patch']>[0]>,
  'updatedAt'
>

/** Saves what was changed in an outline; it goes on when the tab is closed. */
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

/** What planning cost lately, and whether it could be paid now. */
export function useCosts() {
  const { projectId } = useGeo()
  return useOrgQuery(['briefs', projectId, 'costs'], () => ask(ownBriefs(projectId).costs.get()))
}

/** Pages that the article may link to: those of its sitemap that say the most. */
export function usePagesToLink(briefId: string) {
  const { projectId } = useGeo()
  return useOrgQuery(
    ['sitemaps', projectId, { brief: briefId }],
    async () => (await ask(ownBriefs(projectId)({ briefId }).pages.get())).pages,
  )
}
