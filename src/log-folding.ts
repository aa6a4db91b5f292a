const windowMilliseconds = 60_000
/** Further messages are written without folding while this many are remembered. */
const maxRemembered = 200

type Fields = { job?: unknown; error?: unknown; reason?: unknown; fault?: unknown; detail?: unknown }
type Entry = {
  level: string
  fields: Fields
  message: string
  write(fields: object, message: string): void
}
type Repeat = Entry & { count: number }
type Schedule = (act: () => void, milliseconds: number) => void

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
    writeRepeats(repeat)
    repeat.count = 0
    schedule(() => report(key), windowMilliseconds)
  }

  return {
    /** Writes an entry, or counts it as a repeat. */
    add(entry: Entry) {
      const { level, fields, message } = entry
      const { job = null, error = null, reason = null, fault = null, detail = null } = fields
      const key = JSON.stringify([level, job, message, error, reason, fault, detail])
      const repeat = repeats.get(key)
      if (repeat) {
        repeat.count++
        repeat.fields = fieldsInCommon(repeat.fields, fields)
        return
      }
      entry.write(fields, message)
      if (repeats.size >= maxRemembered) return
      repeats.set(key, { ...entry, count: 0 })
      schedule(() => report(key), windowMilliseconds)
    },
    /** Writes the remaining counts when the process ends. */
    end() {
      for (const repeat of repeats.values()) if (repeat.count > 0) writeRepeats(repeat)
      repeats.clear()
    },
  }
}

function writeRepeats({ write, fields, message, count }: Repeat) {
  const times = count === 1 ? 'once more' : `${count} more times`
  write({ ...fields, repeats: count }, `${message} (${times} in the last minute)`)
}

function fieldsInCommon(one: object, other: object): object {
  const others = new Map(Object.entries(other))
  return Object.fromEntries(Object.entries(one).filter(([name, value]) => others.get(name) === value))
}
