import type { FoundSource } from './answer.ts'
import { type Json, record, text } from './json.ts'

/** A source that an annotation or a result names, flat or nested, whatever its kind is called. */
export function citation(annotation: Json): FoundSource {
  const nested = record(annotation.url_citation)
  const { url, title } = text(nested.url) ? nested : annotation
  return { url, title }
}

/** The sources of a list of addresses, or of objects with one. */
export function listed(list: unknown): FoundSource[] {
  if (!Array.isArray(list)) return []
  return list.map((each) => (typeof each === 'string' ? { url: each } : citation(record(each))))
}
