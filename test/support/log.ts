import { createLogTo, type Log, type LogLevel } from '../../src/log.ts'

type Line = { level: LogLevel; msg: string; error?: unknown; [field: string]: unknown }

/** A log whose lines a test can read. */
export function recordLog(level: LogLevel = 'info'): { log: Log; lines: Line[]; messages(): string[] } {
  const lines: Line[] = []
  const log = createLogTo((line) => void lines.push(JSON.parse(line)), level)
  return { log, lines, messages: () => lines.map(({ msg }) => msg) }
}
