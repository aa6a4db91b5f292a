import { useState } from 'react'
import { type Trigger, type TriggerBody, useSaveTrigger } from '../../data/automations.ts'
import { CheckField } from '../../kit/field.tsx'
import { useForm } from '../../kit/form.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { toast } from '../../kit/toast.tsx'
import { DestinationFields } from './destination-fields.tsx'
import { type EventType, eventTypes } from './events.ts'
import { OutputFields } from './output-fields.tsx'
import { RepositoryChoice, useRepositoryIds } from './repository-choice.tsx'
import * as strings from './strings.ts'

/** Creates or edits a trigger. */
export function TriggerDialog({
  trigger,
  repositoryId,
  onClose,
}: {
  trigger?: Trigger
  /** The initial repository of a new one. */
  repositoryId?: string
  onClose: () => void
}) {
  const { values, bind } = useForm({
    outputType: trigger?.outputType ?? ('changelog' as string),
    brandVoiceId: trigger?.outputConfig?.brandVoiceId ?? '',
  })
  const [events, setEvents] = useState<EventType[]>(trigger?.sourceConfig.eventTypes ?? ['release'])
  const [includePreReleases, setIncludePreReleases] = useState(
    trigger?.sourceConfig.includePreReleases ?? false,
  )
  const [autoPublish, setAutoPublish] = useState(trigger?.autoPublish ?? false)
  const [repositoryIds, setRepositoryIds] = useRepositoryIds(
    trigger?.targets.repositoryIds ?? (repositoryId ? [repositoryId] : undefined),
  )
  const [destinations, setDestinations] = useState<string[]>(trigger?.outputConfig?.destinations ?? [])
  const save = useSaveTrigger()
  const missing = findMissing(repositoryIds, events)
  function submit() {
    const body = {
      sourceType: 'github_webhook',
      sourceConfig: { eventTypes: events, includePreReleases },
      targets: { repositoryIds },
      outputType: values.outputType,
      outputConfig: {
        publishDestination: trigger?.outputConfig?.publishDestination,
        brandVoiceId: values.brandVoiceId || undefined,
        destinations: destinations.length > 0 ? destinations : undefined,
      },
      enabled: trigger?.enabled ?? true,
      autoPublish,
    } as TriggerBody
    save.mutate(
      { id: trigger?.id ?? null, body },
      {
        onSuccess: () => {
          toast(trigger ? strings.triggerDialog.triggerSaved : strings.triggerDialog.triggerCreated)
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog
      title={trigger ? strings.triggerDialog.editTrigger : strings.triggerDialog.newTrigger}
      onClose={onClose}
      onSubmit={submit}
      change={save}
      verb={trigger ? strings.triggerDialog.save : strings.triggerDialog.createTrigger}
      busy={strings.triggerDialog.saving}
      note={missing}
      disabled={missing !== undefined}
    >
      <RepositoryChoice chosen={repositoryIds} onChange={setRepositoryIds} />
      <EventChoice chosen={events} onChange={setEvents} />
      {events.includes('release') && (
        <CheckField
          label={strings.triggerDialog.includePreReleases}
          checked={includePreReleases}
          onChange={({ target }) => setIncludePreReleases(target.checked)}
        />
      )}
      <OutputFields values={values} bind={bind} autoPublish={autoPublish} onAutoPublish={setAutoPublish} />
      <DestinationFields chosen={destinations} onChange={setDestinations} />
    </FormDialog>
  )
}

/** What is still to be selected, if anything. */
function findMissing(repositoryIds: string[], events: EventType[]): string | undefined {
  if (repositoryIds.length === 0) return strings.repositoryChoice.selectRepository
  return events.length === 0 ? strings.triggerDialog.selectEvent : undefined
}

/** The events that start it. */
function EventChoice({ chosen, onChange }: { chosen: EventType[]; onChange: (events: EventType[]) => void }) {
  const toggle = (event: EventType) =>
    onChange(chosen.includes(event) ? chosen.filter((each) => each !== event) : [...chosen, event])
  return (
    <fieldset className="field">
      <legend className="mb-1.5">{strings.triggerDialog.events}</legend>
      <div className="grid gap-2">
        {eventTypes.map(({ value, label, hint }) => (
          <CheckField
            key={value}
            label={label}
            hint={hint}
            checked={chosen.includes(value)}
            onChange={() => toggle(value)}
          />
        ))}
      </div>
    </fieldset>
  )
}
