import type { InputHTMLAttributes } from 'react'
import { TextField } from './field.tsx'
import * as strings from './strings.ts'

type Fields = Pick<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'required'> & {
  label?: string
  error?: string | null
  'data-autofocus'?: ''
}

/** A field for a new password. */
export function NewPassword({ label = strings.passwordFields.password, ...rest }: Fields) {
  return (
    <TextField
      label={label}
      type="password"
      autoComplete="new-password"
      required
      minLength={10}
      maxLength={200}
      hint={strings.passwordFields.hint}
      {...rest}
    />
  )
}

/** A field for the current password. */
export function CurrentPassword({ label = strings.passwordFields.password, ...rest }: Fields) {
  return <TextField label={label} type="password" autoComplete="current-password" required {...rest} />
}
