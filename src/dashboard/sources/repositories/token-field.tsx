import type { InputHTMLAttributes } from 'react'
import { ExternalLink } from '../../kit/external-link.tsx'
import { TextField } from '../../kit/field.tsx'

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
      hint={
        <>
          For private repositories. Needs read access to Contents, Pull requests and Issues.{' '}
          <ExternalLink href="https://github.com/settings/personal-access-tokens/new">
            Create token on GitHub
          </ExternalLink>
        </>
      }
      {...props}
    />
  )
}
