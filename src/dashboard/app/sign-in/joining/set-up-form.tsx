import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { chooseSlug } from '../../../../features/organizations/choose-slug.ts'
import { api, ask } from '../../../data/api.ts'
import { useEnter } from '../../../data/session.tsx'
import { dashboardPath } from '../../../kit/base-path.ts'
import { placeError, SelectField, TextField } from '../../../kit/field.tsx'
import { Form, useForm } from '../../../kit/form.tsx'
import { NewPassword } from '../../../kit/password-fields.tsx'
import * as strings from './strings.ts'

const fields = ['name', 'organization', 'email', 'password'] as const

/** Creates the first owner, with a new or an existing organization. */
export function SetUpForm({
  token,
  organizations,
}: {
  token: string
  organizations: { slug: string; name: string }[]
}) {
  const [, navigate] = useLocation()
  const enter = useEnter()
  const { values, bind } = useForm({ name: '', organization: '', email: '', password: '' })
  const [slug, setSlug] = useState(organizations[0]?.slug ?? '')
  const setUp = useMutation({
    mutationFn: () => {
      const { organization, ...account } = values
      return ask(api.api.app.setup.post({ token, ...account, ...(slug ? { slug } : { organization }) }))
    },
    onSuccess: (session) => {
      enter(session)
      navigate('/', { replace: true })
    },
  })
  const { at, rest } = placeError(setUp.error, fields)
  return (
    <Form
      change={setUp}
      error={rest}
      verb={strings.setUpForm.createAccount}
      busy={strings.setUpForm.creatingAccount}
      onSubmit={() => setUp.mutate()}
    >
      <TextField
        label={strings.setUpForm.yourName}
        autoComplete="name"
        required
        maxLength={120}
        error={at('name')}
        {...bind('name')}
      />
      {organizations.length > 0 && (
        <SelectField
          label={strings.setUpForm.organization}
          value={slug}
          onChange={(event) => setSlug(event.target.value)}
          choices={[
            ...organizations.map((each) => ({ value: each.slug, label: each.name })),
            { value: '', label: strings.setUpForm.newOrganization },
          ]}
          hint={slug && strings.setUpForm.organizationHint(dashboardPath, slug)}
        />
      )}
      {!slug && (
        <TextField
          label={
            organizations.length > 0 ? strings.setUpForm.organizationName : strings.setUpForm.organization
          }
          autoComplete="organization"
          required
          maxLength={120}
          error={at('organization')}
          hint={addressOf(values.organization, organizations)}
          {...bind('organization')}
        />
      )}
      <TextField
        label={strings.setUpForm.email}
        type="email"
        autoComplete="username"
        required
        error={at('email')}
        {...bind('email')}
      />
      <NewPassword error={at('password')} {...bind('password')} />
    </Form>
  )
}

function addressOf(name: string, organizations: { slug: string }[]): string {
  if (!name.trim()) return strings.setUpForm.urlHint
  const taken = organizations.map(({ slug }) => slug)
  return `URL: ${dashboardPath}/${chooseSlug(name, taken)}`
}
