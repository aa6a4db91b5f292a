import type { Trigger } from '../../data/automations.ts'

type Events = Trigger['sourceConfig']
export type EventType = Events['eventTypes'][number]

export const eventTypes: { value: EventType; label: string; hint: string }[] = [
  { value: 'push', label: 'Pushes', hint: 'One post per push to the connected branch.' },
  { value: 'release', label: 'Releases', hint: 'One post per published release.' },
]

/** The events of a trigger, which are also its name: "Each push and release". */
export function eventsInWords({ eventTypes: types }: Events): string {
  return `Each ${types.join(' and ')}`
}

/** Whether pre-releases start it; null if releases do not. */
export function preReleasesInWords({ eventTypes: types, includePreReleases }: Events): string | null {
  if (!types.includes('release')) return null
  return includePreReleases ? 'Including pre-releases' : 'No pre-releases'
}
