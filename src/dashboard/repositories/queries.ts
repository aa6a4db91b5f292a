import { useQuery } from '@tanstack/react-query'
import { api, ask } from '../api.ts'
import { useOrganization } from '../session/session.tsx'

const fetchConnected = () => ask(api.api.app.integrations.get())
type Connected = Awaited<ReturnType<typeof fetchConnected>>

export type Repository = Connected['repositories'][number]
export type Tracker = Connected['trackers'][number]

/** Everything that is connected, by name. */
export function useConnected() {
  const { id } = useOrganization()
  return useQuery({ queryKey: [id, 'integrations'], queryFn: fetchConnected })
}
