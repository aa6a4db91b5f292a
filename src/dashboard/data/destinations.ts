import { api, ask } from './api.ts'
import { useOrgChange, useOrgQuery } from './query.ts'

const askDestinations = () => ask(api.api.app.destinations.get())
const askTargets = (postId: string) => ask(api.api.app.posts({ postId }).targets.get())

export type Destination = Awaited<ReturnType<typeof askDestinations>>['destinations'][number]
export type PostDestination = Awaited<ReturnType<typeof askTargets>>['targets'][number]
export type PullRequestDestination = Awaited<ReturnType<typeof askDestinations>>['pullRequests'][number]
type NewDestination = Parameters<typeof api.api.app.destinations.post>[0]

/** The destinations of messages. */
export function useDestinations() {
  return useOrgQuery(['destinations'], askDestinations)
}

export function useAddDestination(onSuccess: () => void) {
  return useOrgChange('destinations', (body: NewDestination) => ask(api.api.app.destinations.post(body)), {
    onSuccess,
  })
}

type NewPullRequest = Parameters<(typeof api.api.app.destinations)['pull-requests']['post']>[0]

export function useAddPullRequest(onSuccess: () => void) {
  return useOrgChange(
    'destinations',
    (body: NewPullRequest) => ask(api.api.app.destinations['pull-requests'].post(body)),
    { onSuccess },
  )
}

export function useDeletePullRequest() {
  return useOrgChange('destinations', (targetId: string) =>
    ask(api.api.app.destinations['pull-requests']({ targetId }).delete()),
  )
}

export function useDeleteDestination() {
  return useOrgChange('destinations', (destinationId: string) =>
    ask(api.api.app.destinations({ destinationId }).delete()),
  )
}

/** True while a post is being sent to a destination. */
export const isUnderway = ({ delivery }: PostDestination) =>
  delivery?.status === 'queued' || delivery?.status === 'sending'

/** The destinations of a post, read again while it is being sent to one. */
export function usePostDestinations(postId: string) {
  return useOrgQuery(['targets', postId], () => askTargets(postId), {
    refetchInterval: ({ state }) => (state.data?.targets.some(isUnderway) ? 2000 : false),
  })
}

/** Sends a post to destinations whose previews were shown. */
export function useSendPost(postId: string) {
  return useOrgChange('destinations', ({ targets, isAgain }: { targets: string[]; isAgain: boolean }) =>
    ask(api.api.app.posts({ postId }).deliveries.post({ targets, isAgain, isPreviewed: true })),
  )
}
