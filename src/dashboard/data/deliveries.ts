import { keepPreviousData } from '@tanstack/react-query'
import { api, ask, queryOf } from './api.ts'
import { useOrgQuery } from './query.ts'
import { isOpen } from './run.ts'

type Filter = {
  integrationId?: string
  /** The outcomes, separated by commas. */
  type?: string
  search?: string
  page?: number
}

/** As many as the tally draws, so that the newest page needs no second request for it. */
export const perPage = 60

const fetchDeliveries = (filter: Filter) =>
  ask(api.v1.deliveries.get({ query: queryOf({ ...filter, limit: perPage }) }))

export type Delivery = Awaited<ReturnType<typeof fetchDeliveries>>['deliveries'][number]
export type StartedRun = Delivery['runs'][number]

/** A page of deliveries, newest first; it is polled while a run that one of them started is running. */
export function useDeliveries(filter: Filter) {
  return useOrgQuery(['deliveries', filter], () => fetchDeliveries(filter), {
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.deliveries.some(({ runs }) => runs.some(isOpen)) ? 3000 : false,
  })
}
