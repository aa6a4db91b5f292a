import { keepPreviousData, useMutation } from '@tanstack/react-query'
import { ask, queryOf } from './api.ts'
import { geoRoutes, useGeo } from './project-data.ts'
import { useInvalidate, useOrgQuery } from './query.ts'

const askAnswer = (projectId: string, checkId: string) =>
  ask(geoRoutes(projectId).visibility['prompt-results']({ checkId }).get())
/** An answer with its text and all details. */
export type FullAnswer = Awaited<ReturnType<typeof askAnswer>>['result']

const askAnswers = (projectId: string, query: never) =>
  ask(geoRoutes(projectId).visibility['prompt-results'].summaries.get({ query }))
/** An answer without its text. */
export type Answer = Awaited<ReturnType<typeof askAnswers>>['results'][number]

export type AnswerFilter = { page: number; engine: string; promptId: string }

/** A page of the newest answers, without their texts. */
export function useAnswers({ page, engine, promptId }: AnswerFilter) {
  const { projectId } = useGeo()
  const query = queryOf({ page, engine, promptId, limit: 25 })
  return useOrgQuery(
    ['visibility', projectId, { answers: { page, engine, promptId } }],
    () => askAnswers(projectId, query),
    { placeholderData: keepPreviousData },
  )
}

/** Loads all of the newest answers with their texts, from every page. */
export function useEveryAnswer({ engine, promptId }: Omit<AnswerFilter, 'page'>) {
  const { routes } = useGeo()
  return async () => {
    const { results } = await ask(routes.visibility['prompt-results'].get({ query: {} }))
    return results.filter(
      (each) => (engine === '' || each.engine === engine) && (promptId === '' || each.promptId === promptId),
    )
  }
}

/** One answer with its text and all details. */
export function useAnswer(checkId: string) {
  const { projectId } = useGeo()
  return useOrgQuery(
    ['visibility', projectId, { answer: checkId }],
    async () => (await askAnswer(projectId, checkId)).result,
  )
}

/** The earlier answers of engines to a prompt. */
export function useHistory(promptId: string) {
  const { projectId, routes } = useGeo()
  return useOrgQuery(
    ['prompts', projectId, { history: promptId }],
    async () => (await ask(routes.prompts({ promptId }).history.get({ query: {} }))).checks,
  )
}

/** Sends one prompt again to all engines. */
export function useRescan() {
  const { routes } = useGeo()
  return useMutation({ mutationFn: (promptId: string) => ask(routes.prompts({ promptId }).rescan.post()) })
}

/** The progress of a scan, polled every two seconds until it has ended. */
export function useScan(scanId: string | null) {
  const { projectId, routes } = useGeo()
  return useOrgQuery(
    ['scans', projectId, { scan: scanId }],
    async () => (await ask(routes.scans({ scanId: scanId ?? '' }).get())).scan,
    {
      enabled: scanId !== null,
      refetchInterval: ({ state }) => (state.data?.status === 'running' ? 2000 : false),
    },
  )
}

/** Reads the answers again. */
export function useAnswersChange() {
  const invalidate = useInvalidate()
  return () => invalidate('rescannedPrompt')
}
