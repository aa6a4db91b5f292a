import { joinWords, printableLine } from '../../../text/line.ts'
import type { EventHead } from '../../activity/model.ts'
import type { GenerationRow } from '../model.ts'
import type { Start } from '../rules.ts'
import type { RunCause } from './model.ts'

/** The records that a run refers to; null for deleted ones. */
export type RunContext = {
  automationName: string | null
  event: Pick<EventHead, 'kind' | 'ref' | 'commits'> | null
  /** The names of the run's repositories, in order. */
  repositories: (string | null)[]
}

/** Describes what started a run, as data and as text. */
export function toCause(
  run: Pick<GenerationRow, 'lookbackWindow' | 'source'>,
  start: Start,
  known: RunContext,
): RunCause {
  const { automationName, event } = known
  const nothing = { automationId: null, automationName: null, deliveryId: null, event: null, ref: null }
  if (start.type === 'request') return { ...nothing, type: 'request', text: describeRequest(run, known) }
  const automation = { automationId: start.automationId, automationName }
  if (start.type === 'schedule') {
    const name =
      automationName === null ? 'A schedule that was deleted' : `Schedule “${printableLine(automationName)}”`
    const text = run.source === 'dashboard' ? `${name}, run manually` : name
    return { ...nothing, ...automation, type: 'schedule', text: printableLine(text) }
  }
  return {
    ...automation,
    type: 'delivery',
    text: printableLine(describeEvent(event, describeRepositories(known))),
    deliveryId: start.deliveryId,
    event: event?.kind ?? null,
    ref: event?.ref ?? null,
  }
}

function describeEvent(event: RunContext['event'], repositories: string): string {
  const { kind, ref = null, commits = null } = event ?? {}
  if (kind === 'release') return `${ref === null ? 'A release' : `Release ${ref}`} of ${repositories}`
  if (kind !== 'push') return `A delivery of ${repositories}`
  if (ref === null || commits === null) return `A push to ${repositories}`
  return `Push of ${commits} ${commits === 1 ? 'commit' : 'commits'} to ${ref} of ${repositories}`
}

const windows: Record<string, string> = {
  current_day: 'Today in',
  yesterday: 'Yesterday in',
  last_7_days: 'Last 7 days of',
  last_14_days: 'Last 14 days of',
  last_30_days: 'Last 30 days of',
}

function describeRequest(
  { lookbackWindow }: Pick<GenerationRow, 'lookbackWindow'>,
  known: RunContext,
): string {
  return printableLine(`${windows[lookbackWindow ?? ''] ?? 'Commits of'} ${describeRepositories(known)}`)
}

const maxNames = 2

function describeRepositories({ repositories }: RunContext): string {
  const names = repositories.filter((name) => name !== null)
  if (repositories.length === 0) return 'all connected sources'
  if (repositories.length > maxNames) return `${repositories.length} repositories`
  return names.length > 0 ? joinWords(names) : 'a deleted repository'
}
