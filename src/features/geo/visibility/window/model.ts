import { t } from 'elysia'
import { text, wholeNumber } from '../../../../http/fields.ts'

const day = (name: string, description: string) =>
  text(name, 1, 100, {
    description,
    error: `${name} must be a day such as 2026-03-04`,
    pattern: [/^\d{4}-\d\d-\d\d$/, `${name} must be a day such as 2026-03-04`],
  })

/** Which answers a read counts (contract geo 8). */
export const windowFields = {
  days: t.Optional(
    wholeNumber({
      minimum: 1,
      maximum: 365,
      description: 'Answers of so many days up to now; all there are unless given.',
      error: 'days must be an integer from 1 to 365',
    }),
  ),
  from: t.Optional(day('from', 'The first day, in UTC; goes before `days`.')),
  to: t.Optional(day('to', 'The last day, in UTC; up to now unless given.')),
}
export const WindowQuery = t.Object(windowFields)
export type WindowQuery = typeof WindowQuery.static
