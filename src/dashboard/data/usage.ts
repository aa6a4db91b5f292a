import { api, ask } from './api.ts'
import { useOrgQuery } from './query.ts'

const askUsage = async () => (await ask(api.v1.usage.get())).usage

export type Usage = Awaited<ReturnType<typeof askUsage>>
export type Feature = Usage['features'][number]

/** The usage and limits of the current month. */
export function useUsage() {
  return useOrgQuery(['usage'], askUsage)
}
