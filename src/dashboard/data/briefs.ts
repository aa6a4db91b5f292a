import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Problem } from '../kit/problem.ts'
import { api, ask, askPatiently } from './api.ts'
import { geoRoutes, useGeo } from './project-data.ts'
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
  return useQuery({
    queryKey: keyOf('briefs'),
    queryFn: async () => (await askBriefs(projectId)).briefs,
    refetchInterval: ({ state }) => (isAwaited || state.data?.some(isOpen) ? rhythm : false),
  })
}

/** The newest plans whose answers could not be used. */
export function useRejectedPlans() {
  const { routes, keyOf } = useGeo()
  return useQuery({
    queryKey: keyOf('briefs', 'rejected-plans'),
    queryFn: async () => (await ask(routes.briefs['rejected-plans'].get())).plans,
  })
}

/** What came of the articles that are done, by their briefs. */
export function useOutcomes() {
  const { projectId, keyOf } = useGeo()
  return useQuery({
    queryKey: keyOf('briefs', 'outcomes'),
    queryFn: async () => {
      const { outcomes } = await ask(ownBriefs(projectId).outcomes.get())
      return new Map(outcomes.map(({ briefId, outcome }) => [briefId, outcome]))
    },
  })
}

/** One brief, null where there is none; asked for every three seconds while its article is written. */
export function useBrief(projectId: string | undefined, briefId: string) {
  const { id } = useOrganization()
  return useQuery({
    queryKey: [id, 'briefs', projectId, briefId],
    enabled: projectId !== undefined,
    queryFn: () => findBrief(projectId ?? '', briefId),
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

/** Reads anew whatever tells of articles: their list, the gaps, and what needs somebody. */
function useRenewArticles() {
  const { id } = useOrganization()
  const { renew } = useGeo()
  const client = useQueryClient()
  return (...nouns: string[]) =>
    Promise.all([renew('briefs', 'gaps', ...nouns), client.invalidateQueries({ queryKey: [id, 'home'] })])
}

/** Reads the gaps and the list anew as soon as a run has ended. */
export function useRunEnd(brief: Brief | null | undefined) {
  const renew = useRenewArticles()
  const wasOpen = useRef(false)
  useEffect(() => {
    const is = Boolean(brief && isOpen(brief))
    if (wasOpen.current && brief && !is) void renew('usage')
    wasOpen.current = is
  })
}

/** Plans an article: an outline of it, which somebody approves. It goes on when its dialog is left. */
export function usePlan(said: { planned(brief: Plan): void; refused(error: Error): void }) {
  const { routes, keyOf } = useGeo()
  const renew = useRenewArticles()
  return useMutation({
    mutationKey: keyOf('plans'),
    mutationFn: (body: PlanBody) => askPatiently((soon) => routes.briefs.post(body, soon)),
    onSuccess: said.planned,
    onError: said.refused,
    onSettled: () => void renew(),
  })
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
  const renew = useRenewArticles()
  return useMutation({
    mutationFn: () => ask(routes.briefs({ briefId }).approve.post()),
    // It is under way until what is shown is read anew.
    onSettled: () => renew(),
  })
}

/** Deletes a brief that nobody writes. */
export function useDeleteBrief(briefId: string) {
  const { projectId, keyOf } = useGeo()
  const client = useQueryClient()
  const renew = useRenewArticles()
  return useMutation({
    mutationFn: () => ask(ownBriefs(projectId)({ briefId }).delete()),
    onSuccess() {
      // Its page is still shown, and would ask for it again.
      client.removeQueries({ queryKey: keyOf('briefs', briefId) })
      void renew()
    },
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
  const { projectId, keyOf } = useGeo()
  return useQuery({
    queryKey: keyOf('briefs', 'costs'),
    queryFn: () => ask(ownBriefs(projectId).costs.get()),
  })
}

/** Pages that the article may link to: those of its sitemap that say the most. */
export function usePagesToLink(briefId: string) {
  const { projectId, keyOf } = useGeo()
  return useQuery({
    queryKey: keyOf('sitemaps', { brief: briefId }),
    queryFn: async () => (await ask(ownBriefs(projectId)({ briefId }).pages.get())).pages,
  })
}
