import { detectService, type Service } from '../../../messages/service.ts'
import { useAddDestination } from '../../data/destinations.ts'
import { placeError, SelectField, TextField } from '../../kit/field.tsx'
import { useForm } from '../../kit/form.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import * as strings from './strings.ts'

/** Services with hosts of their own, which cannot be detected. */
const hosted = ['json', 'mattermost', 'ntfy', 'gotify'] as const

/** Adds an address for messages; the service follows from its host. */
export function DestinationDialog({ onClose }: { onClose: () => void }) {
  const { values, bind } = useForm({ url: '', name: '', service: 'json', token: '', chat: '' })
  const add = useAddDestination(onClose)
  const errors = placeError(add.error, ['url', 'name', 'token', 'chat'])
  const detected = detectService(values.url.trim())
  const service = typeof detected === 'string' ? detected : (values.service as Service)
  const isHosted = detected === null && values.url.trim() !== ''
  function submit() {
    const { url, name, token, chat } = values
    add.mutate({
      url: url.trim(),
      service,
      ...(name.trim() ? { name: name.trim() } : {}),
      ...(token.trim() ? { token: token.trim() } : {}),
      ...(chat.trim() ? { chat: chat.trim() } : {}),
    })
  }
  return (
    <FormDialog
      title={strings.destinationDialog.title}
      verb={strings.destinationDialog.add}
      busy={strings.destinationDialog.adding}
      change={add}
      error={errors.rest}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label={strings.destinationDialog.url}
        hint={strings.destinationDialog.urlHint}
        type="url"
        required
        maxLength={2000}
        error={errors.at('url')}
        {...bind('url')}
      />
      {isHosted && (
        <SelectField
          label={strings.destinationDialog.service}
          choices={hosted.map((value) => ({ value, label: strings.destinations.services[value] }))}
          {...bind('service')}
        />
      )}
      {service === 'telegram' && (
        <TextField
          label={strings.destinationDialog.chat}
          hint={strings.destinationDialog.chatHint}
          required
          maxLength={100}
          error={errors.at('chat')}
          {...bind('chat')}
        />
      )}
      {(service === 'gotify' || service === 'ntfy') && (
        <TextField
          label={strings.destinationDialog.token}
          hint={service === 'ntfy' ? strings.destinationDialog.tokenHint : undefined}
          type="password"
          autoComplete="off"
          required={service === 'gotify'}
          maxLength={500}
          error={errors.at('token')}
          {...bind('token')}
        />
      )}
      <TextField
        label={strings.destinationDialog.name}
        hint={strings.destinationDialog.nameHint}
        maxLength={60}
        error={errors.at('name')}
        {...bind('name')}
      />
    </FormDialog>
  )
}
