/** The limits of a reply or a turn; contract 15.4 has the same limit of steps. */
export const maxSteps = 50
export const maxMilliseconds = 15 * 60_000
export const maxOutputTokens = 200_000

/** A reply or a turn reached a limit. The message is shown to people. */
export class ReachedLimit extends Error {}

const tookTooLong = () => reached(`${maxMilliseconds / 60_000} minutes`)

type TurnUsage = { finishedSteps: number; outputTokens: number; milliseconds: number }

/** Throws a ReachedLimit if a reply or a turn has used as much as it may. */
export function checkLimits({ finishedSteps, outputTokens, milliseconds }: TurnUsage): void {
  if (finishedSteps >= maxSteps) throw reached(`${maxSteps} steps`)
  if (outputTokens >= maxOutputTokens) throw reached(`${maxOutputTokens.toLocaleString('en')} tokens`)
  if (milliseconds >= maxMilliseconds) throw tookTooLong()
}

const reached = (limit: string) => new ReachedLimit(`The turn took ${limit} without coming to an end.`)

/** A signal that is aborted with a ReachedLimit when a reply or a turn takes too long. */
export function startDeadline() {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(tookTooLong()), maxMilliseconds)
  return { signal: late.signal, stop: () => clearTimeout(timer) }
}

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
