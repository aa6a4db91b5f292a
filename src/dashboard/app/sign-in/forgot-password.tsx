import { useMutation } from '@tanstack/react-query'
import { api, ask } from '../../data/api.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/field.tsx'
import { Form, useForm } from '../../kit/form.tsx'
import { Notice } from '../../kit/notice.tsx'
import { AuthCard } from './auth-card.tsx'
import * as strings from './strings.ts'

/** Asks for a link for a new password by email. */
export function ForgotPassword({ onBack }: { onBack: () => void }) {
  const { values, bind } = useForm({ email: '' })
  const send = useMutation({ mutationFn: () => ask(api.api.app.password.ask.post(values)) })
  return (
    <AuthCard title={strings.forgotPassword.title} sub={strings.forgotPassword.subtitle}>
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
            label={strings.forgotPassword.email}
            type="email"
            autoComplete="username"
            required
            {...bind('email')}
          />
        </Form>
      )}
      <p className="small mt-6">
        <Button look="quiet" slim onClick={onBack}>
          {strings.forgotPassword.signIn}
        </Button>
      </p>
    </AuthCard>
  )
}
