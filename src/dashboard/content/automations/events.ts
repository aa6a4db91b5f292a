import type { Trigger } from '../../data/automations.ts'
import * as strings from './strings.ts'

type Events = Trigger['sourceConfig']
export type EventType = Events['eventTypes'][number]

export const eventTypes: { value: EventType; label: string; hint: string }[] = [
  { value: 'push', label: strings.events.pushes, hint: strings.events.pushesHint },
  { value: 'release', label: strings.events.releases, hint: strings.events.releasesHint },
]

/** The events of a trigger, which are also its name: "Each push and release". */
export function eventsInWords({ eventTypes: types }: Events): string {
  return strings.events.names(types)
}

/** Whether pre-releases start it; null if releases do not. */
export function preReleasesInWords({ eventTypes: types, includePreReleases }: Events): string | null {
  if (!types.includes('release')) return null
  return includePreReleases ? strings.events.includingPreReleases : strings.events.noPreReleases
}
