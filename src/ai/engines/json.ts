/** Readers for values of a foreign response: each returns an empty value or null if the type is wrong. */
export type Json = Record<string, unknown>

export function record(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

/** The objects of a list; other items are dropped. */
export function records(value: unknown): Json[] {
  return Array.isArray(value)
    ? value.filter((each) => typeof each === 'object' && each !== null && !Array.isArray(each))
    : []
}

export function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

export function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => text(each) !== null) : []
}

/** A count or an amount. */
export function amount(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null
}
