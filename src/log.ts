import { writeSync } from 'node:fs'
import pino, { type Logger } from 'pino'
import { createFolding } from './log-folding.ts'
import { escapeJson, toText } from './log-text.ts'

export type Log = Logger

const maxWaiting = 4 * 1024 * 1024
const retryMilliseconds = 10
const retriesAtExit = 100

export type LogFormat = 'json' | 'text'
type Options = { level: string; format?: LogFormat; isColored?: boolean }

/** A log on stdout, one line per entry. Secrets are never logged: fields are listed by name. */
export function createLog({ level, format = 'json', isColored = false }: Options, fd = 1): Log {
  const onLost = (count: number) =>
    log.error({ count }, `Dropped ${count} log lines: the reader of stdout is too slow.`)
  const folding = createFolding()
  const { write } = createLines(fd, { onLost, onExit: folding.end })
  const log = pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { logMethod: folding.logMethod },
    },
    { write: (line) => write(format === 'text' ? toText(line, isColored) : escapeJson(line)) },
  )
  return log
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
