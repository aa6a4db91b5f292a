import { terminalLine } from './text/line.ts'

type Line = { level: string; time: string; msg?: string } & Record<string, unknown>

const colors: Record<string, number> = { trace: 90, debug: 90, info: 32, warn: 33, error: 31, fatal: 31 }

/**
 * Formats a JSON log line as `15:30:02 WARN message key=value`. Control characters in foreign text are escaped.
 */
export function toText(json: string, isColored: boolean): string {
  const { level, time, msg = '', ...fields } = JSON.parse(json) as Line
  const name = level.toUpperCase().padEnd(5)
  const label = isColored ? `\u001b[${colors[level] ?? 39}m${name}\u001b[39m` : name
  const rest = Object.entries(fields).map(([key, value]) => `${key}=${formatValue(value)}`)
  return `${time.slice(11, 19)} ${label} ${terminalLine([msg, ...rest].join(' '))}\n`
}

/** Escapes what JSON allows in strings, although terminals interpret it: C1 controls, and marks of the text direction. */
export function escapeJson(json: string): string {
  return json.replace(invisible, (found) => found.replace(/./gs, escapeUnit))
}

const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

// All but the line break at the end of the line.
const invisible = /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]--[\n]]/gv

/** A value, without quotes if it is one word. */
function formatValue(value: unknown): string {
  return typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value)
}
