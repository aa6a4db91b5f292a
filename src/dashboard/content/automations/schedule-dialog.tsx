import { useState } from 'react'
import { type Schedule, type ScheduleBody, useSaveSchedule } from '../../data/automations.ts'
import { useSettings } from '../../data/settings.ts'
import { placeError, SelectField, TextArea, TextField } from '../../kit/field.tsx'
import { useForm } from '../../kit/form.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { toast } from '../../kit/toast.tsx'
import { DestinationFields } from './destination-fields.tsx'
import { OutputFields } from './output-fields.tsx'
import { RepositoryChoice, useRepositoryIds } from './repository-choice.tsx'
import * as strings from './strings.ts'
import { readTimes, TimeFields } from './time-fields.tsx'
import { clockOf, windows } from './times.ts'

/** Creates or edits a schedule. */
export function ScheduleDialog({
  schedule,
  repositoryId,
  onClose,
}: {
  schedule?: Schedule
  /** The initial repository of a new one. */
  repositoryId?: string
  onClose: () => void
}) {
  const { timeZone = 'UTC' } = useSettings().data ?? {}
  const { values: fields, bind } = useForm(valuesOf(schedule))
  // A schedule keeps the time zone in which it was entered.
  const values = { ...fields, timeZone: schedule ? (schedule.sourceConfig.cron.timeZone ?? 'UTC') : timeZone }
  const [autoPublish, setAutoPublish] = useState(schedule?.autoPublish ?? false)
  const [repositoryIds, setRepositoryIds] = useRepositoryIds(
    schedule?.targets.repositoryIds ?? (repositoryId ? [repositoryId] : undefined),
  )
  const [destinations, setDestinations] = useState<string[]>(schedule?.outputConfig?.destinations ?? [])
  const save = useSaveSchedule()
  const { at, rest } = placeError(save.error, ['name'])
  function submit() {
    const cron = readTimes(values)
    if (!cron) return
    const { outputType, lookbackWindow, brandVoiceId, instructions } = values
    const body = {
      name: values.name,
      sourceType: 'cron',
      sourceConfig: { cron },
      targets: { repositoryIds },
      outputType,
      outputConfig: {
        publishDestination: schedule?.outputConfig?.publishDestination,
        brandVoiceId: brandVoiceId || undefined,
        destinations: destinations.length > 0 ? destinations : undefined,
        instructions: instructions.trim() || undefined,
      },
      lookbackWindow,
      enabled: schedule?.enabled ?? true,
      autoPublish,
    } as ScheduleBody
    save.mutate(
      { id: schedule?.id ?? null, body },
      {
        onSuccess: () => {
          toast(
            schedule
              ? strings.scheduleDialog.saved(values.name)
              : strings.scheduleDialog.created(values.name),
          )
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog
      title={schedule ? strings.scheduleDialog.editSchedule : strings.scheduleDialog.newSchedule}
      onClose={onClose}
      onSubmit={submit}
      change={save}
      error={rest}
      verb={schedule ? strings.scheduleDialog.save : strings.scheduleDialog.createSchedule}
      busy={strings.scheduleDialog.saving}
      note={repositoryIds.length === 0 && strings.repositoryChoice.selectRepository}
      disabled={repositoryIds.length === 0}
    >
      <TextField
        label={strings.scheduleDialog.name}
        required
        maxLength={120}
        error={at('name')}
        {...bind('name')}
      />
      <RepositoryChoice chosen={repositoryIds} onChange={setRepositoryIds} />
      <TimeFields values={values} bind={bind} />
      <SelectField
        label={strings.scheduleDialog.period}
        hint={strings.scheduleDialog.periodHint}
        choices={[...windows]}
        {...bind('lookbackWindow')}
      />
      <OutputFields values={values} bind={bind} autoPublish={autoPublish} onAutoPublish={setAutoPublish} />
      <DestinationFields chosen={destinations} onChange={setDestinations} />
      <TextArea
        label={strings.scheduleDialog.instructions}
        rows={3}
        maxLength={2000}
        hint={strings.scheduleDialog.instructionsHint}
        {...bind('instructions')}
      />
    </FormDialog>
  )
}

function valuesOf(schedule: Schedule | undefined) {
  const { frequency, dayOfWeek = 5, dayOfMonth = 1, hour, minute } = schedule?.sourceConfig.cron ?? standard
  return {
    name: schedule?.name ?? '',
    frequency: frequency as string,
    dayOfWeek: String(dayOfWeek),
    dayOfMonth: String(dayOfMonth),
    time: clockOf({ hour, minute }),
    lookbackWindow: schedule?.lookbackWindow ?? ('last_7_days' as string),
    outputType: schedule?.outputType ?? ('changelog' as string),
    brandVoiceId: schedule?.outputConfig?.brandVoiceId ?? '',
    instructions: schedule?.outputConfig?.instructions ?? '',
  }
}

const standard: Schedule['sourceConfig']['cron'] = { frequency: 'weekly', hour: 9, minute: 0 }
