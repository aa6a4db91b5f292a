import { SelectField } from '../../kit/field.tsx'
import * as strings from './strings.ts'

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map((zone) => ({
  value: zone,
  label: zone,
}))

/** The time zone of the organization. */
export function TimeZoneField({
  value,
  error,
  disabled,
  hint = strings.dataFields.timeZoneHint,
  onChange,
}: {
  value: string
  error?: string
  disabled?: boolean
  hint?: string
  onChange: (zone: string) => void
}) {
  return (
    <SelectField
      label={strings.dataFields.timeZone}
      hint={hint}
      disabled={disabled}
      choices={zones}
      value={value}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
