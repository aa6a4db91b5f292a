import { Switch } from '../../kit/field.tsx'

/** A setting that takes effect immediately, with a hint. */
export function SettingSwitch({
  label,
  hint,
  checked,
  busy,
  onChange,
}: {
  label: string
  hint: string
  checked: boolean
  busy: boolean
  onChange: (checked: boolean) => void
}) {
  return (
    <div className="grid gap-0.5">
      <Switch
        label={label}
        checked={checked}
        aria-disabled={busy || undefined}
        onChange={({ target }) => !busy && onChange(target.checked)}
      />
      <p className="muted small">{hint}</p>
    </div>
  )
}
