import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, ask, queryOf } from './api.ts'
import type { Connection } from './repository-connection.ts'
import { useOrganization } from './session.tsx'

const fetchConnected = () => ask(api.api.app.integrations.get())
export type Connected = Awaited<ReturnType<typeof fetchConnected>>

export type Repository = Connected['repositories'][number]
export type Tracker = Connected['trackers'][number]
export type TrackerKind = Connected['trackerKinds'][number]

/** Whether a target of an automation is a tracker, `<provider>:<id>`, and not a repository. */
export const isTrackerTarget = (target: string) => target.includes(':')

/** Whether the code host knows it by a name: a folder of this machine it does not. */
export const isNamed = ({ owner, repo }: Repository) => owner !== null && repo !== null

/** Everything that is connected, by name. */
export function useConnected() {
  const { id } = useOrganization()
  return useQuery({ queryKey: [id, 'integrations'], queryFn: fetchConnected })
}

/** Reads anew everything that names what is connected. */
export function useRefresh() {
  const { id } = useOrganization()
  const client = useQueryClient()
  return () =>
    Promise.all(
      ['integrations', 'schedules', 'event-triggers', 'automations', 'home'].map((noun) =>
        client.invalidateQueries({ queryKey: [id, noun] }),
      ),
    )
}

/** A change of what is connected; it has ended when what it changed was read. */
export function useConnectionChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  return useMutation({ mutationFn, onSuccess: useRefresh() })
}

export function useConnect() {
  return useConnectionChange((connection: Connection) =>
    ask(api.api.app.integrations.post({ ...connection, branch: connection.branch || null })),
  )
}

/** What a token opens: its workspace and teams. */
export function useLookAtTracker() {
  return useMutation({
    mutationFn: (token: { provider: string; token: string }) => ask(api.api.app.trackers.look.post(token)),
  })
}

/** Connects a workspace, or one of its teams. */
export function useConnectTracker() {
  return useConnectionChange((tracker: { provider: string; token: string; teamId: string | null }) =>
    ask(api.api.app.trackers.post(tracker)),
  )
}

export function useRemoveTracker() {
  return useConnectionChange((trackerId: string) => ask(api.api.app.trackers({ trackerId }).delete()))
}

/** What reads a repository, or a tracker as `<provider>:<id>`, and is switched on: it is switched off when that goes. */
export function useReaders(target: string) {
  const { id } = useOrganization()
  const query = queryOf({ repositoryIds: target })
  return useQuery({
    queryKey: [id, 'automations', 'readers', target],
    queryFn: async () => {
      const [{ schedules }, { eventTriggers }] = await Promise.all([
        ask(api.v1.schedules.get({ query })),
        ask(api.v1['event-triggers'].get({ query })),
      ])
      return {
        schedules: schedules.filter(({ enabled }) => enabled),
        triggers: eventTriggers.filter(({ enabled }) => enabled),
      }
    },
  })
}
