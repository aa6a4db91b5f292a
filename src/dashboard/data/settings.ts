import { useQueryClient } from '@tanstack/react-query'
import { api, ask } from './api.ts'
import { useOrgQuery } from './query.ts'
import { useOrganization, useSessionChange } from './session.tsx'

const askSettings = () => ask(api.api.app.organization.get())

export type Settings = Awaited<ReturnType<typeof askSettings>>
/** The settings that can be changed. */
export type Changes = Pick<
  Settings,
  'name' | 'logo' | 'logRetentionDays' | 'zeroDataRetention' | 'englishFallback' | 'publicPage' | 'timeZone'
>

/** The settings of the organization. */
export function useSettings() {
  return useOrgQuery(['organization'], askSettings)
}

/** Changes settings; the navigation shows a new name. */
export function useSaveSettings() {
  const { id } = useOrganization()
  const client = useQueryClient()
  const readSession = useSessionChange()
  return async (patch: Partial<Changes>) => {
    // The request continues when the tab is closed.
    const settings = await ask(api.api.app.organization.patch(patch, { fetch: { keepalive: true } }))
    client.setQueryData([id, 'organization'], settings)
    if (patch.name !== undefined || patch.logo !== undefined) await readSession()
  }
}
