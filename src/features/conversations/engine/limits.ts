/** What a reply or a turn may take before it is ended; contract 15.4 limits the steps of a reply as well. */
export const maxSteps = 50
export const maxMilliseconds = 15 * 60_000
export const maxOutputTokens = 200_000

/** A reply or a turn reached a limit. The message is shown to people. */
export class ReachedLimit extends Error {}

const tookTooLong = () => reached(`${maxMilliseconds / 60_000} minutes`)

type Used = { finishedSteps: number; outputTokens: number; milliseconds: number }

/** Throws a ReachedLimit if a reply or a turn has used as much as it may. */
export function checkLimits({ finishedSteps, outputTokens, milliseconds }: Used): void {
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
