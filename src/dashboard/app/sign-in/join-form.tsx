import { useMutation } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { useLocation } from 'wouter'
import { api, ask } from '../../data/api.ts'
import { useEnter } from '../../data/session.tsx'
import { placeError, TextField } from '../../kit/field.tsx'
import { Failure } from '../../kit/notice.tsx'
import { CurrentPassword, NewPassword } from '../../kit/password-fields.tsx'
import { refusalOf } from '../../kit/sign-in-refusal.ts'
import { Submit } from '../../kit/submit.tsx'
import { useForm } from '../../kit/use-form.ts'

type Offer = { token: string; email: string; organization: { slug: string; name: string } }

/** For whom is signed in. */
export function JoinAtOnce({ offer, children }: { offer: Offer; children: ReactNode }) {
  const join = useJoin(offer)
  return (
    <JoinForm onSubmit={() => join.mutate({})}>
      {join.error && <Failure error={join.error} />}
      <Submit mutation={join} busy="Joining">
        Join {offer.organization.name}
      </Submit>
      {join.error && children}
    </JoinForm>
  )
}

/** For whom has an account, which the link alone does not open. */
export function JoinWithPassword({ offer, children }: { offer: Offer; children: ReactNode }) {
  const { values, bind } = useForm({ password: '' })
  const join = useJoin(offer)
  return (
    <JoinForm onSubmit={() => join.mutate(values)}>
      <Invited email={offer.email} />
      <CurrentPassword error={join.error && refusalOf(join.error)} {...bind('password')} />
      <Submit mutation={join} busy="Joining">
        Sign in and join
      </Submit>
      {children}
    </JoinForm>
  )
}

/** For whom has no account yet. */
export function JoinAnew({ offer, children }: { offer: Offer; children: ReactNode }) {
  const { values, bind } = useForm({ name: '', password: '' })
  const join = useJoin(offer)
  const { at, rest } = placeError(join.error, ['name', 'password'])
  return (
    <JoinForm onSubmit={() => join.mutate(values)}>
      <Invited email={offer.email} />
      <TextField
        label="Your name"
        autoComplete="name"
        required
        maxLength={120}
        error={at('name')}
        {...bind('name')}
      />
      <NewPassword error={at('password')} {...bind('password')} />
      {rest && <Failure error={rest} />}
      <Submit mutation={join} busy="Joining">
        Join {offer.organization.name}
      </Submit>
      {children}
    </JoinForm>
  )
}

function useJoin({ token, organization }: Offer) {
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

function JoinForm({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit()
  }
  return <form onSubmit={submit}>{children}</form>
}

const Invited = ({ email }: { email: string }) => (
  <TextField label="Email" type="email" autoComplete="username" readOnly value={email} />
)
