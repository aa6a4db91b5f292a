import { keepPreviousData } from '@tanstack/react-query'
import { ask, queryOf } from './api.ts'
import { deliveryApi } from './delivery-api.ts'
import { useOrgChange, useOrgQuery } from './query.ts'

const askSubscribers = (search: string) =>
  ask(deliveryApi.api.app.subscribers.get({ query: queryOf({ search }) }))

export type Subscriber = Awaited<ReturnType<typeof askSubscribers>>['subscribers'][number]

/** The number of subscribers, and the newest whose addresses begin with a text. */
export function useSubscribers(search: string) {
  return useOrgQuery(['public-page', 'subscribers', search], () => askSubscribers(search), {
    placeholderData: keepPreviousData,
  })
}

export function useSetSubscriptions() {
  return useOrgChange('publicPage', (isEnabled: boolean) =>
    ask(deliveryApi.api.app.subscribers.patch({ isEnabled })),
  )
}

export function useDeleteSubscriber() {
  return useOrgChange('publicPage', (subscriberId: string) =>
    ask(deliveryApi.api.app.subscribers({ subscriberId }).delete()),
  )
}

/** Loads all subscribers, in parts. */
export async function loadSubscribers(): Promise<Subscriber[]> {
  const all: Subscriber[] = []
  for (let after: string | null = ''; after !== null; ) {
    const part: { subscribers: Subscriber[]; nextAfter: string | null } = await ask(
      deliveryApi.api.app.subscribers.export.get({ query: queryOf({ after }) }),
    )
    all.push(...part.subscribers)
    after = part.nextAfter
  }
  return all
}
