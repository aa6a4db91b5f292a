import { useMutation } from '@tanstack/react-query'
import { api, ask, queryOf } from './api.ts'
import { useOrgChange, useOrgQuery } from './query.ts'
import type { Connection } from './repository-connection.ts'

const fetchConnected = () => ask(api.api.app.integrations.get())
export type Connected = Awaited<ReturnType<typeof fetchConnected>>

export type Repository = Connected['repositories'][number]
export type Tracker = Connected['trackers'][number]
export type TrackerKind = Connected['trackerKinds'][number]

/** Whether a target of an automation is a tracker, `<provider>:<id>`, and not a repository. */
export const isTrackerTarget = (target: string) => target.includes(':')

/** Whether it is at the code host, and not a folder of this machine. */
export const isNamed = ({ owner, repo }: Repository) => owner !== null && repo !== null

/** All connections by name. */
export function useConnected() {
  return useOrgQuery(['integrations'], fetchConnected)
}

export function useConnect() {
  return useOrgChange('connections', (connection: Connection) =>
    ask(api.api.app.integrations.post({ ...connection, branch: connection.branch || null })),
  )
}

/** The workspace and teams of a token. */
export function useLookAtTracker() {
  return useMutation({
    mutationFn: (token: { provider: string; token: string }) =>
      ask(api.api.app.trackers.workspace.post(token)),
  })
}

/** Connects a workspace, or one of its teams. */
export function useConnectTracker() {
  return useOrgChange('connections', (tracker: { provider: string; token: string; teamId: string | null }) =>
    ask(api.api.app.trackers.post(tracker)),
  )
}

export function useRemoveTracker() {
  return useOrgChange('connections', (trackerId: string) => ask(api.api.app.trackers({ trackerId }).delete()))
}

/**
 * The enabled automations that read a repository, or a tracker as `<provider>:<id>`; they are disabled when
 * it is disconnected.
 */
export function useReaders(target: string) {
  const query = queryOf({ repositoryIds: target })
  return useOrgQuery(['automations', 'readers', target], async () => {
    const [{ schedules }, { eventTriggers }] = await Promise.all([
      ask(api.v1.schedules.get({ query })),
      ask(api.v1['event-triggers'].get({ query })),
    ])
    return {
      schedules: schedules.filter(({ enabled }) => enabled),
      triggers: eventTriggers.filter(({ enabled }) => enabled),
    }
  })
}
