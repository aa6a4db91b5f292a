import pino, { type Logger } from 'pino'

export type Log = Logger

/** JSON lines on stdout. Secrets never reach a line: what is logged is named field by field. */
export function createLog(level: string): Log {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    pino.destination({ fd: 1, sync: true }),
  )
}
