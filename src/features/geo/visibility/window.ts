import { t } from 'elysia'
import { badRequest } from '../../../errors.ts'
import { oneOf, text, wholeNumber } from '../../../http/fields.ts'
import { intents } from '../prompts/intent.ts'
import type { Span } from '../scans/find-answer-counts.ts'

const day = (name: string, description: string) =>
  text(name, 1, 100, {
    description,
    error: `${name} must be a day such as 2026-03-04`,
    pattern: [/^\d{4}-\d\d-\d\d$/, `${name} must be a day such as 2026-03-04`],
  })

/** The window that a read counts (contract geo 8); `days` is how the API description explains that field. */
export const windowFieldsWith = (days: string) => ({
  days: t.Optional(
    wholeNumber({
      minimum: 1,
      maximum: 365,
      description: days,
      error: 'days must be an integer from 1 to 365',
    }),
  ),
  from: t.Optional(day('from', 'The first day, in UTC. Overrides `days`.')),
  to: t.Optional(day('to', 'The last day, in UTC. Default: today.')),
})
export const surfaceField = t.Optional(
  text('surface', 1, 128, {
    description:
      '`api` for all API engines, or the ID of a page engine. Default: `api`, or the first tracked page.',
    example: 'google/ai-overview',
  }),
)
const answersOf = (standard: string) =>
  windowFieldsWith(`Only answers from this number of days up to now. Default: ${standard}.`)
export const windowFields = answersOf('all')
/** For reads that count the last 30 days by default. */
export const monthFields = answersOf('30')
const comparedFields = {
  ...windowFields,
  compareFrom: t.Optional(
    day(
      'compareFrom',
      'The first day to compare with, in UTC. Default: as many days directly before `from`.',
    ),
  ),
  compareTo: t.Optional(day('compareTo', 'The last day to compare with, before `from`.')),
  surface: surfaceField,
}
export const WindowQuery = t.Object(comparedFields)
export type WindowQuery = typeof WindowQuery.static
export const MonthQuery = t.Object({ ...comparedFields, ...monthFields })

/** The prompts that a read counts; by default all that do not name the brand. */
const promptFilter = {
  tag: t.Optional(text('tag', 1, 40, { description: 'Only prompts with this tag.', example: 'pricing' })),
  intent: t.Optional(oneOf(intents, { description: 'Only prompts of this intent.' })),
  branded: t.Optional(
    oneOf(['only', 'all'], {
      description: 'Which prompts count. Default: those that do not name the brand.',
    }),
  ),
}
const language = t.Optional(
  text('language', 1, 128, {
    description:
      'Only answers in this language. Default: the language of the prompts; all languages for the share of voice.',
    example: 'de',
  }),
)
export const FilteredQuery = t.Object({ ...comparedFields, ...promptFilter, language })
export type FilteredQuery = typeof FilteredQuery.static
export type PromptFilter = Pick<FilteredQuery, keyof typeof promptFilter>

export const isFiltered = ({ tag, intent, branded }: PromptFilter) =>
  tag !== undefined || intent !== undefined || branded !== undefined

const dayMilliseconds = 86_400_000

/** A time range, and the earlier one to compare it with; null without a start. */
export type Window = Span & { before: { from: Date; to: Date } | null }

/**
 * Computes the window of a query (contract geo 8): `from` and `to` override `days`, `to` includes its day and
 * has no effect alone, and without any of them it is the last `standard` days, or all time.
 */
export function windowOf(query: WindowQuery, now: Date, standard: number | null = null): Window {
  const window = shownWindow(query, now, standard)
  const { compareFrom, compareTo } = query
  if (compareFrom === undefined && compareTo === undefined) return window
  if (
    query.from === undefined ||
    window.from === null ||
    compareFrom === undefined ||
    compareTo === undefined
  )
    throw badRequest('compareFrom and compareTo must be sent together, and with from')
  const before = { from: startOf('compareFrom', compareFrom), to: endOf(compareTo) }
  if (before.from >= before.to) throw badRequest('compareFrom must not be after compareTo')
  if (before.to > window.from) throw badRequest('compareTo must be before from')
  return { ...window, before }
}

/** A moment on the last day of a window, whose end is exclusive; now without an end. */
export const lastDayOf = (to: Date | null, now: Date) => (to ? new Date(to.getTime() - 1) : now)

function shownWindow({ days, from, to }: WindowQuery, now: Date, standard: number | null): Window {
  if (from !== undefined) return spanOf(startOf('from', from), to === undefined ? null : endOf(to), now)
  if (to !== undefined) startOf('to', to)
  const length = days ?? standard
  if (length === null) return { from: null, to: null, before: null }
  return spanOf(new Date(now.getTime() - length * dayMilliseconds), null, now)
}

function spanOf(from: Date, to: Date | null, now: Date): Window {
  const length = (to ?? now).getTime() - from.getTime()
  if (to !== null && length <= 0) throw badRequest('from must not be after to')
  const before = length > 0 ? { from: new Date(from.getTime() - length), to: from } : null
  return { from, to, before }
}

function endOf(day: string): Date {
  return new Date(startOf('to', day).getTime() + dayMilliseconds)
}

/** Refuses a day that does not exist, such as 2026-02-30, instead of moving it to the next month. */
function startOf(name: string, day: string): Date {
  const start = new Date(`${day}T00:00:00.000Z`)
  if (!Number.isNaN(start.getTime()) && dayOf(start) === day) return start
  throw badRequest(`${name} must be a day such as 2026-03-04`)
}

/** The UTC day of a moment, for example 2026-03-04. */
export const dayOf = (moment: Date | number) => new Date(moment).toISOString().slice(0, 10)
