import { type ServerSettings, useSetMail, useTestMail } from '../../data/server-settings.ts'
import { usePerson } from '../../data/session.tsx'
import { Button } from '../../kit/button.tsx'
import { placeError, TextField } from '../../kit/field.tsx'
import { Form, useForm } from '../../kit/form.tsx'
import { Section } from '../../kit/page.tsx'
import { toast } from '../../kit/toast.tsx'
import * as strings from './strings.ts'
import { TestButton } from './test-button.tsx'

type Mail = ServerSettings['mail']

/** The mail server and the sender. */
export function MailForm({ mail }: { mail: Mail }) {
  const test = useTestMail()
  const { email } = usePerson()
  const tester = mail.server !== null && (
    <TestButton
      test={test}
      label={strings.mailForm.test}
      busy={strings.mailForm.testing}
      works={strings.mailForm.works(email)}
    />
  )
  return (
    <Section title={strings.mailForm.title} note={mail.isFixed && strings.serverPage.fixed}>
      {mail.isFixed ? (
        <div className="settings">
          <TextField label={strings.mailForm.server} readOnly value={mail.server ?? ''} />
          <TextField label={strings.mailForm.from} readOnly value={mail.from ?? ''} />
          {tester}
        </div>
      ) : (
        <Fields mail={mail}>{tester}</Fields>
      )}
    </Section>
  )
}

function Fields({ mail: { server, from }, children }: { mail: Mail; children: React.ReactNode }) {
  const { values, setValues, bind } = useForm({ url: '', from: from ?? '' })
  const change = useSetMail()
  const { at, rest } = placeError(change.error, ['url', 'from'])
  function submit() {
    change.mutate(
      { url: values.url.trim() || undefined, from: values.from.trim() },
      {
        onSuccess: () => {
          setValues({ ...values, url: '' })
          toast(strings.serverPage.saved)
        },
      },
    )
  }
  const remove = () => change.mutate({}, { onSuccess: () => setValues({ url: '', from: '' }) })
  return (
    <Form
      className="settings"
      look="plain"
      change={change}
      error={rest}
      verb={strings.serverPage.save}
      busy={strings.serverPage.saving}
      onSubmit={submit}
      after={
        server !== null && (
          <>
            {children}
            <Button look="quiet" onClick={remove}>
              {strings.mailForm.remove}
            </Button>
          </>
        )
      }
    >
      {server === null && <p className="muted">{strings.mailForm.none}</p>}
      <TextField
        label={strings.mailForm.url}
        autoComplete="off"
        spellCheck={false}
        required={server === null}
        placeholder={strings.mailForm.urlExample}
        hint={server === null ? strings.mailForm.urlHint : strings.mailForm.urlStored(server)}
        error={at('url')}
        {...bind('url')}
      />
      <TextField
        label={strings.mailForm.from}
        required
        placeholder={strings.mailForm.fromExample}
        hint={strings.mailForm.fromHint}
        error={at('from')}
        {...bind('from')}
      />
    </Form>
  )
}
