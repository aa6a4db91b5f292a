import { formatName } from '../../data/formats.ts'
import type { Run } from '../../data/run-list.ts'
import type { State } from '../../kit/status.tsx'

// A run in words.

export const states: Record<Run['status'], { label: string; state: State }> = {
  queued: { label: 'Queued', state: 'busy' },
  running: { label: 'Running', state: 'busy' },
  completed: { label: 'Written', state: 'good' },
  failed: { label: 'Failed', state: 'bad' },
  skipped: { label: 'Skipped', state: 'off' },
}

/** Its format and origin: "Changelog, by a trigger". Triggers have no names. */
export function orderOf({ contentType, cause }: Run): string {
  const format = formatName(contentType)
  if (cause.type === 'request') return `${format}, started manually`
  if (cause.type === 'schedule') return `${format}, by a schedule`
  return cause.automationName ? `${format}, by a trigger` : `${format}, by a deleted trigger`
}
