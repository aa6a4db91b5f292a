import type { LogFn, Logger } from 'pino'

const windowMilliseconds = 60_000
/** Further messages are written without folding while this many are remembered. */
const maxRemembered = 200
/** pino's level `warn`: requests and progress are never folded. */
const lowestLevel = 40

type Repeat = { count: number; fields: object; write(repeat: Repeat): void }
type Schedule = (act: () => void, milliseconds: number) => void
type Args = Parameters<LogFn>
type Fields = { job?: unknown; error?: unknown; reason?: unknown; fault?: unknown; detail?: unknown }

const later: Schedule = (act, milliseconds) => void setTimeout(act, milliseconds).unref()

export type Folding = ReturnType<typeof createFolding>

/**
 * Writes a repeated warning or error of a job once a minute, then how often it was repeated, with the fields that all
 * repeats have in common.
 */
export function createFolding(schedule: Schedule = later) {
  const repeats = new Map<string, Repeat>()

  /** Writes the repeats of the last minute; forgets a message that was not repeated. */
  function report(key: string) {
    const repeat = repeats.get(key)
    if (!repeat) return
    if (repeat.count === 0) return void repeats.delete(key)
    repeat.write(repeat)
    repeat.count = 0
    schedule(() => report(key), windowMilliseconds)
  }

  return {
    /** A pino hook that decides whether a line is written. */
    logMethod(this: Logger, args: Args, write: LogFn, level: number) {
      const [first, second] = args as unknown as [object | string, string | undefined]
      const fields: Fields = typeof first === 'string' ? {} : first
      const message = typeof first === 'string' ? first : (second ?? '')
      if (level < lowestLevel) return write.apply(this, args)
      const { job = null, error = null, reason = null, fault = null, detail = null } = fields
      const key = JSON.stringify([level, job, message, error, reason, fault, detail])
      const repeat = repeats.get(key)
      if (repeat) {
        repeat.count++
        repeat.fields = fieldsInCommon(repeat.fields, fields)
        return
      }
      write.apply(this, args)
      if (repeats.size >= maxRemembered) return
      repeats.set(key, {
        count: 0,
        fields,
        write: ({ count, fields }) => {
          const times = count === 1 ? 'once more' : `${count} more times`
          const line = [{ ...fields, repeats: count }, `${message} (${times} in the last minute)`]
          write.apply(this, line as unknown as Args)
        },
      })
      schedule(() => report(key), windowMilliseconds)
    },
    /** Writes the remaining counts when the process ends. */
    end() {
      for (const repeat of repeats.values()) if (repeat.count > 0) repeat.write(repeat)
      repeats.clear()
    },
  }
}

function fieldsInCommon(one: object, other: object): object {
  const others = new Map(Object.entries(other))
  return Object.fromEntries(Object.entries(one).filter(([name, value]) => others.get(name) === value))
}
