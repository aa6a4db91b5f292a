/** What stands at a place of a foreign answer, or what stands for nothing where it is of another kind. */
export type Json = Record<string, unknown>

export function record(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

/** The objects of a list; whatever else is in it is left out. */
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
