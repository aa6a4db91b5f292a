import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from './api.ts'
import { deliveryApi } from './delivery-api.ts'

/** What an app asks for, by the query of its request. */
export function useConsent(request: string) {
  return useQuery({
    queryKey: ['oauth', request],
    queryFn: () => ask(deliveryApi.api.app.oauth.look.post({ request })),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
}

export type Consent = NonNullable<ReturnType<typeof useConsent>['data']>

/** Gives the app access; the answer is the address to return to. */
export function useApprove(request: string) {
  return useMutation({
    mutationFn: (approval: { organizationId: string; scopes: string[] }) =>
      ask(deliveryApi.api.app.oauth.approve.post({ request, ...approval })),
  })
}

const connectionsKey = ['oauth', 'connections']

/** The apps that the user connected, in all of their organizations. */
export function useConnections() {
  return useQuery({
    queryKey: connectionsKey,
    queryFn: () => ask(deliveryApi.api.app.oauth.connections.get()),
  })
}

export type Connection = NonNullable<ReturnType<typeof useConnections>['data']>['connections'][number]

/** Ends the access of an app. */
export function useEndConnection(connectionId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => ask(deliveryApi.api.app.oauth.connections({ connectionId }).delete()),
    onSuccess: () => client.invalidateQueries({ queryKey: connectionsKey }),
  })
}
