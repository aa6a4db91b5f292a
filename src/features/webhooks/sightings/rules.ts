import { type AcceptedEvent, pushFact, toPush } from '../../../codehost/events.ts'
import type { sightings, Way } from '../table.ts'

export type Sighting = Pick<typeof sightings.$inferSelect, 'fact' | 'way' | 'seenAt'>

/** GitHub sends the two deliveries of a pre-release within seconds. */
const pairMilliseconds = 10 * 60 * 1000

/** Whether one of these sightings makes a telling by `way` the second one of the same: only the first starts runs. */
export function isToldAlready(seen: Sighting[], way: Way, now: Date): boolean {
  return seen.some((sighting) => {
    if (sighting.way === way) return false
    // Whoever looks comes whenever it comes; two deliveries belong together only when they come together.
    const isLook = way === 'looked' || sighting.way === 'looked'
    return isLook || now.getTime() - sighting.seenAt.getTime() <= pairMilliseconds
  })
}

/** What is left of an event that nobody has told of yet; null when that is nothing. */
export function untoldPart(event: AcceptedEvent, seen: Sighting[]): AcceptedEvent | null {
  if (event.kind !== 'push') {
    // Its tag alone tells a release only from deliveries that do not say its id.
    const isTold = seen.some(({ fact, way }) => fact === event.facts[0] || way !== 'looked')
    return isTold ? null : event
  }
  const told = new Set(seen.map(({ fact }) => fact))
  const commits = event.data.commits.filter(({ id }) => !told.has(pushFact(id)))
  const newest = commits.at(-1)
  if (!newest) return null
  const headCommit = { id: newest.id, message: newest.message }
  return { ...event, ...toPush({ ...event.data, commits, headCommit }) }
}
