import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { api, ask } from '../../../data/api.ts'
import { useEnter } from '../../../data/session.tsx'
import { placeError, TextField } from '../../../kit/field.tsx'
import { Form, useForm } from '../../../kit/form.tsx'
import { CurrentPassword, NewPassword } from '../../../kit/password-fields.tsx'
import { refusalOf } from '../../../kit/sign-in-refusal.ts'
import * as strings from './strings.ts'

type Invitation = { token: string; email: string; organization: { slug: string; name: string } }

/** For a signed-in user. */
export function JoinAtOnce({ offer, children }: { offer: Invitation; children: ReactNode }) {
  const join = useJoin(offer)
  return (
    <Form
      change={join}
      verb={strings.joinForm.join(offer.organization.name)}
      busy={strings.joinForm.joining}
      onSubmit={() => join.mutate({})}
      after={join.error && children}
    />
  )
}

/** For a user with an account, which needs more than the link. */
export function JoinWithPassword({ offer, children }: { offer: Invitation; children: ReactNode }) {
  const { values, bind } = useForm({ password: '' })
  const join = useJoin(offer)
  return (
    <Form
      change={join}
      error={null}
      verb={strings.joinForm.signInAndJoin}
      busy={strings.joinForm.joining}
      onSubmit={() => join.mutate(values)}
      after={children}
    >
      <Invited email={offer.email} />
      <CurrentPassword error={join.error && refusalOf(join.error)} {...bind('password')} />
    </Form>
  )
}

/** For a user without an account. */
export function JoinAnew({ offer, children }: { offer: Invitation; children: ReactNode }) {
  const { values, bind } = useForm({ name: '', password: '' })
  const join = useJoin(offer)
  const { at, rest } = placeError(join.error, ['name', 'password'])
  return (
    <Form
      change={join}
      error={rest}
      verb={strings.joinForm.join(offer.organization.name)}
      busy={strings.joinForm.joining}
      onSubmit={() => join.mutate(values)}
      after={children}
    >
      <Invited email={offer.email} />
      <TextField
        label={strings.joinForm.yourName}
        autoComplete="name"
        required
        maxLength={120}
        error={at('name')}
        {...bind('name')}
      />
      <NewPassword error={at('password')} {...bind('password')} />
    </Form>
  )
}

function useJoin({ token, organization }: Invitation) {
  const [, navigate] = useLocation()
  const enter = useEnter()
  return useMutation({
    mutationFn: (account: { name?: string; password?: string }) =>
      ask(api.api.app.invitations.accept.post({ token, ...account })),
    onSuccess: (session) => {
      enter(session)
      navigate(`/${organization.slug}`, { replace: true })
    },
  })
}

const Invited = ({ email }: { email: string }) => (
  <TextField label={strings.joinForm.email} type="email" autoComplete="username" readOnly value={email} />
)
