import { useBrands } from '../../data/brands.ts'
import { formatName, outputFormats } from '../../data/formats.ts'
import { useFormats } from '../../data/generation.ts'
import { CheckField, SelectField } from '../../kit/field.tsx'
import type { useForm } from '../../kit/form.tsx'
import * as strings from './strings.ts'

export type Output = { outputType: string; brandVoiceId: string }

const formats = outputFormats.map((value) => ({ value, label: formatName(value) }))

/** The format, the brand, and whether posts are published without review. */
export function OutputFields({
  values,
  bind,
  autoPublish,
  onAutoPublish,
}: {
  values: Output
  bind: (name: keyof Output) => ReturnType<ReturnType<typeof useForm<Output>>['bind']>
  autoPublish: boolean
  onAutoPublish: (on: boolean) => void
}) {
  const { data } = useFormats()
  const obstacle = data?.formats.find(({ contentType }) => contentType === values.outputType)?.obstacle
  // A quota that is used up now may be available at the next run.
  const hint = obstacle?.kind === 'model' ? obstacle.sentence : undefined
  return (
    <>
      <div className="two">
        <SelectField
          label={strings.outputFields.format}
          choices={formats}
          hint={hint}
          {...bind('outputType')}
        />
        <SelectField
          label={strings.outputFields.brand}
          choices={useBrandChoices(values.brandVoiceId)}
          {...bind('brandVoiceId')}
        />
      </div>
      <CheckField
        label={strings.outputFields.publishAutomatically}
        hint={strings.outputFields.publishAutomaticallyHint}
        checked={autoPublish}
        onChange={({ target }) => onAutoPublish(target.checked)}
      />
    </>
  )
}

/** The brands to choose from; a chosen brand that was deleted is listed, so that it can be removed. */
function useBrandChoices(chosen: string) {
  const { data } = useBrands()
  const identities = data?.brandIdentities ?? []
  const isGone = chosen !== '' && data !== undefined && !identities.some(({ id }) => id === chosen)
  return [
    { value: '', label: strings.outputFields.defaultBrand },
    ...identities.map(({ id, name }) => ({ value: id, label: name })),
    ...(isGone ? [{ value: chosen, label: strings.outputFields.deletedBrand }] : []),
  ]
}
