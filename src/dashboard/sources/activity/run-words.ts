import { formatName } from '../../data/formats.ts'
import type { ListedRun } from '../../data/run-list.ts'
import * as strings from './strings.ts'

/** Its format and origin: "Changelog, by a trigger". Triggers have no names. */
export function orderOf({ contentType, cause }: ListedRun): string {
  const format = formatName(contentType)
  if (cause.type === 'request') return strings.runWords.startedManually(format)
  if (cause.type === 'schedule') return strings.runWords.bySchedule(format)
  return cause.automationName ? strings.runWords.byTrigger(format) : strings.runWords.byDeletedTrigger(format)
}
