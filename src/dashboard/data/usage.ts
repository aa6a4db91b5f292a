import { api, ask } from './api.ts'
import { useOrgQuery } from './query.ts'

const askUsage = async () => (await ask(api.v1.usage.get())).usage

export type Usage = Awaited<ReturnType<typeof askUsage>>
export type Feature = Usage['features'][number]

/** What the organization has used of what it may use in this month. */
export function useUsage() {
  return useOrgQuery(['usage'], askUsage)
}
