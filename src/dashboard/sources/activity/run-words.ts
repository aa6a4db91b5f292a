import { formatName } from '../../data/formats.ts'
import type { Run } from '../../data/run-list.ts'

/** Its format and origin: "Changelog, by a trigger". Triggers have no names. */
export function orderOf({ contentType, cause }: Run): string {
  const format = formatName(contentType)
  if (cause.type === 'request') return `${format}, started manually`
  if (cause.type === 'schedule') return `${format}, by a schedule`
  return cause.automationName ? `${format}, by a trigger` : `${format}, by a deleted trigger`
}
