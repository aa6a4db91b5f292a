import type { FoundSource } from './answer.ts'
import { type Json, record, text } from './json.ts'

/** The source in an annotation or a result, flat or nested, whatever its type is called. */
export function citation(annotation: Json): FoundSource {
  const nested = record(annotation.url_citation)
  const { url, title } = text(nested.url) ? nested : annotation
  return { url, title }
}

/** The sources in a list of URLs, or of objects with one. */
export function listed(list: unknown): FoundSource[] {
  if (!Array.isArray(list)) return []
  return list.map((each) => (typeof each === 'string' ? { url: each } : citation(record(each))))
}
