import { type ServerSettings, useSetModel, useTestModel } from '../../data/server-settings.ts'
import { placeError, TextField } from '../../kit/field.tsx'
import { Form, useForm } from '../../kit/form.tsx'
import { Section } from '../../kit/page.tsx'
import { toast } from '../../kit/toast.tsx'
import * as strings from './strings.ts'
import { TestButton } from './test-button.tsx'

/** The model that writes and the one that classifies, at an OpenAI-compatible API. */
export function ModelForm({ model }: { model: ServerSettings['model'] }) {
  const { isFixed, baseUrl, hasKey, writer, small } = model
  const { values, setValues, bind } = useForm({
    baseUrl: baseUrl ?? '',
    key: '',
    writer: writer ?? '',
    small: small ?? '',
  })
  const change = useSetModel()
  const test = useTestModel()
  const { at, rest } = placeError(change.error, ['baseUrl', 'key', 'writer', 'small'])
  const keepsKey = hasKey && values.baseUrl.trim() === (baseUrl ?? '')
  function submit() {
    const given = Object.entries(values).filter(([, value]) => value.trim() !== '')
    change.mutate(Object.fromEntries(given), {
      onSuccess: () => {
        setValues({ ...values, key: '' })
        toast(strings.serverPage.saved)
      },
    })
  }
  const fields = (
    <>
      <TextField
        label={strings.modelForm.baseUrl}
        type="url"
        readOnly={isFixed}
        placeholder={strings.modelForm.baseUrlExample}
        hint={strings.modelForm.baseUrlHint}
        error={at('baseUrl')}
        {...bind('baseUrl')}
      />
      <TextField
        label={strings.modelForm.key}
        type="password"
        autoComplete="off"
        readOnly={isFixed}
        hint={keyHint(isFixed, hasKey, keepsKey)}
        error={at('key')}
        {...bind('key')}
      />
      <TextField
        label={strings.modelForm.writer}
        readOnly={isFixed}
        hint={strings.modelForm.writerHint}
        error={at('writer')}
        {...bind('writer')}
      />
      <TextField
        label={strings.modelForm.small}
        readOnly={isFixed}
        hint={strings.modelForm.smallHint}
        error={at('small')}
        {...bind('small')}
      />
    </>
  )
  const tester = writer !== null && (
    <TestButton
      test={test}
      label={strings.modelForm.test}
      busy={strings.modelForm.testing}
      works={strings.modelForm.works(writer)}
    />
  )
  return (
    <Section title={strings.modelForm.title} note={isFixed && strings.serverPage.fixed}>
      {isFixed ? (
        <div className="settings">
          {fields}
          {tester}
        </div>
      ) : (
        <Form
          className="settings"
          look="plain"
          change={change}
          error={rest}
          verb={strings.serverPage.save}
          busy={strings.serverPage.saving}
          onSubmit={submit}
          after={tester}
        >
          {fields}
        </Form>
      )}
    </Section>
  )
}

function keyHint(isFixed: boolean, hasKey: boolean, keepsKey: boolean): string {
  if (isFixed) return hasKey ? strings.modelForm.hasKey : strings.modelForm.noKey
  return keepsKey ? strings.modelForm.keyStored : strings.modelForm.keyHint
}
