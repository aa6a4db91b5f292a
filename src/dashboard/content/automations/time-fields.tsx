import { SelectField, TextField } from '../../kit/field.tsx'
import type { useForm } from '../../kit/form.tsx'
import * as strings from './strings.ts'
import { localTimesInWords, type Times, weekdays } from './times.ts'

type TimeForm = { frequency: string; dayOfWeek: string; dayOfMonth: string; time: string }
export type TimeValues = TimeForm & {
  /** Not changed here: that of the schedule, or of the organization for a new one. */
  timeZone: string
}

const frequencies = [
  { value: 'daily', label: strings.timeFields.everyDay },
  { value: 'weekly', label: strings.timeFields.everyWeek },
  { value: 'monthly', label: strings.timeFields.everyMonth },
]
const daysOfMonth = Array.from({ length: 31 }, (_, index) => ({
  value: String(index + 1),
  label: strings.timeFields.dayOfMonth(index + 1),
}))

/** The frequency and time of a schedule, in its time zone. */
export function TimeFields({
  values,
  bind,
}: {
  values: TimeValues
  bind: (name: keyof TimeForm) => ReturnType<ReturnType<typeof useForm<TimeForm>>['bind']>
}) {
  const times = readTimes(values)
  const mayLack = values.frequency === 'monthly' && Number(values.dayOfMonth) > 28
  const hints = [
    times && localTimesInWords(times, new Date()),
    mayLack && strings.timeFields.dayOfMonthHint,
  ].filter(Boolean)
  return (
    <div className="grid gap-2">
      <div className={values.frequency === 'daily' ? 'two' : 'three'}>
        <SelectField label={strings.timeFields.frequency} choices={frequencies} {...bind('frequency')} />
        {values.frequency === 'weekly' && (
          <SelectField label={strings.timeFields.day} choices={weekdays} {...bind('dayOfWeek')} />
        )}
        {values.frequency === 'monthly' && (
          <SelectField label={strings.timeFields.day} choices={daysOfMonth} {...bind('dayOfMonth')} />
        )}
        <TextField
          label={strings.timeFields.time(values.timeZone)}
          required
          inputMode="numeric"
          placeholder="09:00"
          pattern="([01]?[0-9]|2[0-3]):[0-5][0-9]"
          title={strings.timeFields.timeFormat}
          {...bind('time')}
        />
      </div>
      <p className="muted small" aria-live="polite">
        {hints.join(' ')}
      </p>
    </div>
  )
}

/** The fields in the API's format; null while the time is incomplete. */
export function readTimes({ frequency, dayOfWeek, dayOfMonth, time, timeZone }: TimeValues): Times | null {
  const [, hour, minute] = (/^(\d?\d):(\d\d)$/.exec(time) ?? []).map(Number)
  if (hour === undefined || minute === undefined || hour > 23 || minute > 59) return null
  const zone = timeZone === 'UTC' ? {} : { timeZone }
  if (frequency === 'weekly') return { frequency, hour, minute, dayOfWeek: Number(dayOfWeek), ...zone }
  if (frequency === 'monthly') return { frequency, hour, minute, dayOfMonth: Number(dayOfMonth), ...zone }
  return { frequency: 'daily', hour, minute, ...zone }
}
