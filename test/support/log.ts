import pino from 'pino'
import type { Log } from '../../src/log.ts'

type Line = { level: number; msg: string; error?: unknown; [field: string]: unknown }

/** A log whose lines a test can read. */
export function recordLog(level = 'info'): { log: Log; lines: Line[]; messages(): string[] } {
  const lines: Line[] = []
  const log = pino({ level, base: undefined }, { write: (text: string) => void lines.push(JSON.parse(text)) })
  return { log, lines, messages: () => lines.map(({ msg }) => msg) }
}
