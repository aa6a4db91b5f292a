import { keepPreviousData } from '@tanstack/react-query'
import { api, ask, queryOf } from './api.ts'
import { useOrgChange, useOrgQuery } from './query.ts'

const askSubscribers = (search: string) => ask(api.api.app.subscribers.get({ query: queryOf({ search }) }))

export type Subscriber = Awaited<ReturnType<typeof askSubscribers>>['subscribers'][number]

/** The number of subscribers, and the newest whose addresses begin with a text. */
export function useSubscribers(search: string) {
  return useOrgQuery(['public-page', 'subscribers', search], () => askSubscribers(search), {
    placeholderData: keepPreviousData,
  })
}

export function useSetSubscriptions() {
  return useOrgChange('publicPage', (isEnabled: boolean) => ask(api.api.app.subscribers.patch({ isEnabled })))
}

export function useDeleteSubscriber() {
  return useOrgChange('publicPage', (subscriberId: string) =>
    ask(api.api.app.subscribers({ subscriberId }).delete()),
  )
}

/** Loads all subscribers, in parts. */
export async function loadSubscribers(): Promise<Subscriber[]> {
  const all: Subscriber[] = []
  for (let after: string | null = ''; after !== null; ) {
    const part: { subscribers: Subscriber[]; nextAfter: string | null } = await ask(
      api.api.app.subscribers.export.get({ query: queryOf({ after }) }),
    )
    all.push(...part.subscribers)
    after = part.nextAfter
  }
  return all
}
