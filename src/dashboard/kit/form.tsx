import { type ChangeEvent, type FormEvent, type ReactNode, useState } from 'react'
import { Button, type ButtonStyle } from './button.tsx'
import { Failure } from './notice.tsx'
import { Problem } from './problem.ts'
import * as strings from './strings.ts'
import { useCountdown, waitInWords } from './time.tsx'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** The texts of a form by the names of its fields. `bind` gives a field its value and its change handler. */
export function useForm<Values extends Record<string, string>>(initial: Values) {
  const [values, setValues] = useState(initial)
  const bind = (name: keyof Values & string) => ({
    value: values[name],
    onChange: ({ target }: ChangeEvent<Control>) =>
      setValues((before) => ({ ...before, [name]: target.value })),
  })
  return { values, setValues, bind }
}

/** The mutation of a form, as far as the form shows it. */
export type SubmitState = { isPending: boolean; error: Error | null }

/** The properties of every form, on a page or in a dialog. */
export type FormProps = {
  change: SubmitState
  /** The label of the button, and the same verb while the request runs: "Create", "Creating". */
  verb: ReactNode
  busy: string
  /** The error above the button. Without it, the error of `change`; null if a field shows it. */
  error?: Error | null
  look?: ButtonStyle
  disabled?: boolean
  onSubmit: () => void
  children?: ReactNode
}

/** A form on a page: its fields, its error and one button; `after` is an alternative to the button. */
export function Form({
  change,
  error = change.error,
  onSubmit,
  className,
  after,
  children,
  ...button
}: FormProps & { className?: string; after?: ReactNode }) {
  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form className={className} onSubmit={submit}>
      {children}
      {error && <Failure error={error} />}
      <Submit change={change} {...button} />
      {after}
    </form>
  )
}

/** The button of a form. After too many requests it counts down to the next permitted one. */
export function Submit({
  change: { isPending, error },
  verb,
  busy,
  look = 'primary',
  disabled,
  ...rest
}: Pick<FormProps, 'change' | 'verb' | 'busy' | 'look' | 'disabled'> & {
  shortcut?: string
  'data-autofocus'?: ''
}) {
  const wait = useCountdown(error instanceof Problem && error.status === 429 ? error.retryAfter : null)
  return (
    <Button look={look} type="submit" busy={isPending && busy} disabled={disabled || wait > 0} {...rest}>
      {wait > 0 ? strings.form.tryAgainIn(waitInWords(wait)) : verb}
    </Button>
  )
}
