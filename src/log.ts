import { writeSync } from 'node:fs'
import { createFolding, type Folding } from './log-folding.ts'
import { escapeJson, toText } from './log-text.ts'

/** The levels of a log, from the most to the least detailed; `silent` writes nothing. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

type WriteEntry = {
  (message: string): void
  (fields: object, message?: string): void
}
export type Log = Record<LogLevel, WriteEntry>

const maxWaiting = 4 * 1024 * 1024
const retryMilliseconds = 10
const retriesAtExit = 100

export type LogFormat = 'json' | 'text'
type Options = { level: LogLevel; format?: LogFormat; isColored?: boolean }

/** A log on stdout, one line per entry. Secrets are never logged: fields are listed by name. */
export function createLog({ level, format = 'json', isColored = false }: Options, fd = 1): Log {
  const onLost = (count: number) =>
    log.error({ count }, `Dropped ${count} log lines: the reader of stdout is too slow.`)
  const folding = createFolding()
  const { write } = createLines(fd, { onLost, onExit: folding.end })
  const print = (line: string) => write(format === 'text' ? toText(line, isColored) : escapeJson(line))
  const log = createLogTo(print, level, folding)
  return log
}

/** A log that passes the JSON of each entry to `print`, and repeated warnings and errors to `folding`. */
export function createLogTo(print: (line: string) => void, level: LogLevel, folding?: Folding): Log {
  const lowest = logLevels.indexOf(level)
  const methods = logLevels.map((name, index): [LogLevel, WriteEntry] => {
    if (index < lowest || name === 'silent') return [name, () => {}]
    const write = (fields: object, message: string) => print(toLine(name, fields, message))
    const isFolded = folding !== undefined && index >= logLevels.indexOf('warn')
    return [
      name,
      (first: object | string, second: string = '') => {
        const entry =
          typeof first === 'string' ? { fields: {}, message: first } : { fields: first, message: second }
        if (isFolded) folding.add({ level: name, ...entry, write })
        else write(entry.fields, entry.message)
      },
    ]
  })
  return Object.fromEntries(methods) as Log
}

function toLine(level: LogLevel, fields: object, msg: string): string {
  const time = new Date().toISOString()
  try {
    return `${JSON.stringify({ level, time, ...fields, msg })}\n`
  } catch {
    // A field that JSON cannot contain must not end the work that logs it.
    return `${JSON.stringify({ level, time, msg })}\n`
  }
}

/**
 * Writes the lines of one turn of the event loop together, because a system call per line would cost more than the
 * line. A killed process loses the lines of its last turn. If the reader of the pipe is slow, lines are queued up to
 * a limit, because a request must not wait for its log line.
 */
function createLines(fd: number, { onLost, onExit }: { onLost(count: number): void; onExit(): void }) {
  let lines = ''
  let refused: Buffer = Buffer.alloc(0)
  let lost = 0
  let isScheduled = false
  let endsWithProcess = false

  function flush() {
    refused = writeSome(fd, refused)
    if (refused.length === 0) {
      refused = writeSome(fd, Buffer.from(lines))
      lines = ''
    }
    isScheduled = refused.length > 0
    if (isScheduled) setTimeout(flush, retryMilliseconds).unref()
    else reportLost()
  }

  function reportLost() {
    const count = lost
    lost = 0
    if (count > 0) onLost(count)
  }

  function flushAtExit() {
    onExit()
    flush()
    for (let retries = 0; refused.length > 0 && retries < retriesAtExit; retries++) {
      Bun.sleepSync(retryMilliseconds)
      flush()
    }
  }

  return {
    write(line: string) {
      if (refused.length + lines.length > maxWaiting) {
        lost++
        return
      }
      lines += line
      if (!isScheduled) setImmediate(flush)
      isScheduled = true
      if (!endsWithProcess) process.on('exit', flushAtExit)
      endsWithProcess = true
    },
  }
}

/** Writes as much as the system accepts and returns the rest; returns nothing once the reader is gone. */
function writeSome(fd: number, bytes: Buffer): Buffer {
  let written = 0
  try {
    while (written < bytes.length) written += writeSync(fd, bytes, written)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') written = bytes.length
  }
  return bytes.subarray(written)
}
