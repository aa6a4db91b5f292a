import { useMutation } from '@tanstack/react-query'
import { Link } from 'wouter'
import { api, ask } from '../../data/api.ts'
import { authPaths } from '../../data/paths.ts'
import { TextField } from '../../kit/field.tsx'
import { Form, useForm } from '../../kit/form.tsx'
import { Notice } from '../../kit/notice.tsx'
import { AuthCard } from '../auth-card.tsx'
import * as strings from './strings.ts'

/** Asks for a link for a new password by email. */
export function ForgotPassword() {
  const { values, bind } = useForm({ email: '' })
  const send = useMutation({ mutationFn: () => ask(api.api.app.password.ask.post(values)) })
  return (
    <AuthCard title={strings.forgotPassword.title}>
      {send.data ? (
        <Notice kind="good">{strings.forgotPassword.sent(send.data.email)}</Notice>
      ) : (
        <Form
          change={send}
          error={send.error}
          verb={strings.forgotPassword.send}
          busy={strings.forgotPassword.sending}
          onSubmit={() => send.mutate()}
        >
          <TextField
            label={strings.signInForm.email}
            type="email"
            autoComplete="username"
            required
            {...bind('email')}
          />
        </Form>
      )}
      <p className="small mt-6">
        <Link href={authPaths.signIn}>{strings.signInPage.signIn}</Link>
      </p>
    </AuthCard>
  )
}
