import type { InputHTMLAttributes } from 'react'
import { ExternalLink } from '../../kit/external-link.tsx'
import { TextField } from '../../kit/field.tsx'
import * as strings from './strings.ts'

/** A field for a GitHub token, with its required permissions and a link to create one. */
export function TokenField(
  props: { label: string; error?: string | null } & Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'value' | 'onChange' | 'required'
  >,
) {
  return (
    <TextField
      type="password"
      autoComplete="off"
      maxLength={255}
      hint={strings.tokenField.hint(
        <ExternalLink href="https://github.com/settings/personal-access-tokens/new">
          {strings.tokenField.createTokenOnGitHub}
        </ExternalLink>,
      )}
      {...props}
    />
  )
}
