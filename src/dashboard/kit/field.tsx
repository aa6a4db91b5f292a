import { CircleAlert } from 'lucide-react'
import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type SyntheticEvent,
  type TextareaHTMLAttributes,
  useId,
  useState,
} from 'react'
import { errorText } from './error-text.ts'
import { Icon } from './icon.tsx'
import { describeInvalid } from './validity.ts'

type FieldProps = { label: string; hint?: ReactNode; error?: string | null; hideLabel?: boolean }

/** Assigns an error to the field that it starts with; `rest` is an error about none of them. */
export function placeError<Name extends string>(error: Error | null, names: readonly Name[]) {
  const name = names.find((each) => `${error?.message} `.startsWith(`${each} `))
  return { at: (each: Name) => (each === name ? error?.message : null), rest: name ? null : error }
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

type ControlProps = {
  id: string
  'aria-invalid'?: true
  'aria-describedby'?: string
  onInvalid: (event: SyntheticEvent<Control>) => void
  onInput: () => void
}

/** A label above, a hint below, and the error with its icon under the field. */
function Frame({
  label,
  hint,
  error: refusal,
  hideLabel,
  children,
}: FieldProps & { children: (wiring: ControlProps) => ReactNode }) {
  const id = useId()
  const [invalid, setInvalid] = useState<string | null>(null)
  const error = invalid ?? (refusal && errorText(refusal, label))
  /** Replaces the bubble of the browser, which has its own wording and language. */
  function onInvalid(event: SyntheticEvent<Control>) {
    event.preventDefault()
    const control = event.currentTarget
    setInvalid(describeInvalid(control))
    if (control.form?.querySelector(':is(input, textarea, select):invalid') === control) control.focus()
  }
  const onInput = () => setInvalid(null)
  const note = error || hint ? `${id}-note` : undefined
  return (
    <div className="field">
      <label htmlFor={id} className={hideLabel ? 'sr' : undefined}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': note,
        onInvalid,
        onInput,
      })}
      {error ? (
        <span className="error" id={note} role="alert">
          <Icon of={CircleAlert} />
          {error}
        </span>
      ) : (
        hint && (
          <span className="hint" id={note}>
            {hint}
          </span>
        )
      )}
    </div>
  )
}

export function TextField({
  label,
  hint,
  error,
  hideLabel,
  ...rest
}: FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id'>) {
  return (
    <Frame {...{ label, hint, error, hideLabel }}>
      {(wiring) => <input className="input" {...rest} {...wiring} />}
    </Frame>
  )
}

export function TextArea({
  label,
  hint,
  error,
  hideLabel,
  mono,
  ...rest
}: FieldProps & {
  /** Monospaced, for code and Markdown. */
  mono?: boolean
} & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className' | 'id'>) {
  return (
    <Frame {...{ label, hint, error, hideLabel }}>
      {(wiring) => <textarea className={mono ? 'input mono' : 'input'} {...rest} {...wiring} />}
    </Frame>
  )
}

export type Choice = { value: string; label: string }

export function SelectField({
  label,
  hint,
  error,
  hideLabel,
  choices,
  ...rest
}: FieldProps & { choices: Choice[] } & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className' | 'id'>) {
  return (
    <Frame {...{ label, hint, error, hideLabel }}>
      {(wiring) => (
        <select className="select" {...rest} {...wiring}>
          {choices.map(({ value, label: name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Frame>
  )
}

/** A filter above a list, lighter than a field of a form. */
export function FilterSelect({
  label,
  value,
  choices,
  onChange,
}: {
  label: string
  value: string
  choices: Choice[]
  onChange: (value: string) => void
}) {
  return (
    <select
      className="select light"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  )
}

/** The text filter of a list; the key / focuses it. */
export function FilterText({
  label,
  value,
  end,
  onChange,
}: {
  label: string
  value: string
  /** It is at the end of its row. */
  end?: boolean
  onChange: (value: string) => void
}) {
  return (
    <input
      className={end ? 'input light end' : 'input light'}
      type="search"
      data-filter=""
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** A day of the calendar among filters. */
export function FilterDay({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}) {
  return (
    <input
      className="input light day"
      type="date"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** A check box. */
export function CheckField({
  label,
  hint,
  ...rest
}: { label: ReactNode; hint?: ReactNode } & Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'className' | 'type'
>) {
  const id = useId()
  return (
    <div className="check">
      <input type="checkbox" id={id} aria-describedby={hint ? `${id}-note` : undefined} {...rest} />
      <label htmlFor={id}>{label}</label>
      {hint && (
        <span className="hint" id={`${id}-note`}>
          {hint}
        </span>
      )}
    </div>
  )
}

/** A setting that takes effect immediately. `subject` names it for screen readers if the label is only its state. */
export function Switch({
  label,
  subject,
  hideLabel,
  checked,
  ...rest
}: { label: string; subject?: string; hideLabel?: boolean } & Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'className' | 'type'
>) {
  return (
    <label className="switch">
      <input type="checkbox" role="switch" checked={checked} aria-checked={checked} {...rest} />
      {subject !== undefined && <span className="sr">{subject}: </span>}
      <span className={hideLabel ? 'sr' : undefined}>{label}</span>
    </label>
  )
}
