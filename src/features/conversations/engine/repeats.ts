import { ReachedLimit } from './limits.ts'

/** How often in a row a model may ask for the same call. The last of these is refused, another ends the turn. */
const maxRepeats = 3

/** A call of a turn; its input as canonical JSON. */
type AskedCall = { id: string; tool: string; input: string }

/**
 * Returns the ids of the calls that are refused because they repeat the ones before, of all calls of a turn in their
 * order. Throws a ReachedLimit if the model goes on repeating a refused call.
 */
export function findRepeated(calls: AskedCall[]): Set<string> {
  const refused = new Set<string>()
  let last = ''
  let times = 0
  for (const { id, tool, input } of calls) {
    const call = `${tool} ${input}`
    times = call === last ? times + 1 : 1
    last = call
    if (times === maxRepeats) refused.add(id)
    if (times > maxRepeats)
      throw new ReachedLimit(`The agent asked for the same call of ${tool} again and again.`)
  }
  return refused
}
