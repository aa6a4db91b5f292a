import type { Trigger } from './queries.ts'

type Events = Trigger['sourceConfig']
export type EventType = Events['eventTypes'][number]

export const eventTypes: { value: EventType; label: string; hint: string }[] = [
  { value: 'push', label: 'Pushes', hint: 'One draft for each push to the branch that is read.' },
  { value: 'release', label: 'Releases', hint: 'One draft for each release that is published.' },
]

/** What starts a trigger, which is also what it is called: "Each push and release". */
export function eventsInWords({ eventTypes: types }: Events): string {
  return `Each ${types.join(' and ')}`
}

/** Whether pre-releases start it; null where releases do not. */
export function preReleasesInWords({ eventTypes: types, includePreReleases }: Events): string | null {
  if (!types.includes('release')) return null
  return includePreReleases ? 'Pre-releases too' : 'No pre-releases'
}
