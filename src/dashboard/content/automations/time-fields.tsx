import { SelectField, TextField } from '../../kit/field.tsx'
import type { useForm } from '../../kit/form.tsx'
import { localTimesInWords, ordinal, type Times, weekdays } from './times.ts'

export type TimeValues = { frequency: string; dayOfWeek: string; dayOfMonth: string; time: string }

const frequencies = [
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every week' },
  { value: 'monthly', label: 'Every month' },
]
const daysOfMonth = Array.from({ length: 31 }, (_, index) => ({
  value: String(index + 1),
  label: `The ${ordinal(index + 1)}`,
}))

/** The frequency and time of a schedule: in UTC, as stored, and in the user's time zone. */
export function TimeFields({
  values,
  bind,
}: {
  values: TimeValues
  bind: (name: keyof TimeValues) => ReturnType<ReturnType<typeof useForm<TimeValues>>['bind']>
}) {
  const times = readTimes(values)
  const mayLack = values.frequency === 'monthly' && Number(values.dayOfMonth) > 28
  const hints = [
    times && localTimesInWords(times, new Date()),
    mayLack && 'Months without that day are skipped.',
  ].filter(Boolean)
  return (
    <div className="grid gap-2">
      <div className={values.frequency === 'daily' ? 'two' : 'three'}>
        <SelectField label="Frequency" choices={frequencies} {...bind('frequency')} />
        {values.frequency === 'weekly' && (
          <SelectField label="Day" choices={weekdays} {...bind('dayOfWeek')} />
        )}
        {values.frequency === 'monthly' && (
          <SelectField label="Day" choices={daysOfMonth} {...bind('dayOfMonth')} />
        )}
        <TextField
          label="Time (UTC)"
          required
          inputMode="numeric"
          placeholder="09:00"
          pattern="([01]?[0-9]|2[0-3]):[0-5][0-9]"
          title="Hours and minutes, from 00:00 to 23:59"
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
export function readTimes({ frequency, dayOfWeek, dayOfMonth, time }: TimeValues): Times | null {
  const [, hour, minute] = (/^(\d?\d):(\d\d)$/.exec(time) ?? []).map(Number)
  if (hour === undefined || minute === undefined || hour > 23 || minute > 59) return null
  if (frequency === 'weekly') return { frequency, hour, minute, dayOfWeek: Number(dayOfWeek) }
  if (frequency === 'monthly') return { frequency, hour, minute, dayOfMonth: Number(dayOfMonth) }
  return { frequency: 'daily', hour, minute }
}
