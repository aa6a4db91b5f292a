import { type ChangeEvent, useState } from 'react'
import { type Brand, useMakeDefault, useSaveBrand } from '../../data/brands.ts'
import { SaveState, useAutosave } from '../../kit/autosave.tsx'
import { Button } from '../../kit/button.tsx'
import { SelectField, TextArea, TextField } from '../../kit/field.tsx'
import { Failure } from '../../kit/notice.tsx'
import { PageHead, Section } from '../../kit/page.tsx'
import { toast } from '../../kit/toast.tsx'
import { languageChoices, toneChoices, tones } from './choices.ts'
import { DeleteBrand } from './delete-brand.tsx'
import { Facts } from './facts.tsx'
import { patchOf, type Values, valuesOf } from './fields.ts'

/** The fields of a brand, saved automatically. */
export function BrandForm({ brand, crumb }: { brand: Brand; crumb: { href: string; label: string } }) {
  const save = useSaveBrand(brand.id)
  const { draft, failures, change, flush, retry, state } = useAutosave<Values>((patch) =>
    save(patchOf(patch)),
  )
  const makeDefault = useMakeDefault(brand.id)
  const [isDeleting, setDeleting] = useState(false)
  const values = { ...valuesOf(brand), ...draft }
  const shown = (field: keyof Values) => ({ value: values[field], error: failures[field]?.message })
  const typed = (field: keyof Values) => ({
    ...shown(field),
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      change({ [field]: target.value }, true),
    onBlur: flush,
  })
  const chosen = (field: keyof Values) => ({
    ...shown(field),
    onChange: ({ target }: ChangeEvent<HTMLSelectElement>) => change({ [field]: target.value }),
  })
  return (
    <>
      <PageHead title={brand.name} crumb={crumb}>
        {brand.isDefault ? (
          <span className="tag">Default</span>
        ) : (
          <>
            <Button
              busy={makeDefault.isPending && 'Saving'}
              onClick={() =>
                makeDefault.mutate(undefined, { onSuccess: () => toast(`${brand.name} is now the default.`) })
              }
            >
              Make default
            </Button>
            <Button look="danger" onClick={() => setDeleting(true)}>
              Delete
            </Button>
          </>
        )}
      </PageHead>
      {makeDefault.isError && <Failure error={makeDefault.error} />}
      <SaveState state={state} retry={retry} />
      <Section title="Identity" first>
        <div className="settings">
          <TextField label="Name" required maxLength={120} {...typed('name')} />
          <TextField label="Website" required maxLength={2048} inputMode="url" {...typed('websiteUrl')} />
          <TextField label="Company" maxLength={200} {...typed('companyName')} />
          <TextArea label="Description" rows={4} maxLength={4000} {...typed('companyDescription')} />
          <TextArea
            label="Audience"
            rows={2}
            maxLength={1000}
            hint="The readers of your posts."
            {...typed('audience')}
          />
        </div>
      </Section>
      <Section title="Voice">
        <div className="settings">
          <SelectField
            label="Tone"
            choices={toneChoices}
            hint={tones[values.toneProfile as keyof typeof tones]}
            {...chosen('toneProfile')}
          />
          <TextArea label="Custom tone" rows={2} maxLength={1000} {...typed('customTone')} />
          <SelectField label="Language" choices={languageChoices} {...chosen('language')} />
          <TextArea
            label="Instructions"
            rows={5}
            maxLength={4000}
            hint="Rules that every post follows."
            {...typed('customInstructions')}
          />
        </div>
      </Section>
      <Facts brandId={brand.id} />
      {isDeleting && <DeleteBrand brand={brand} onClose={() => setDeleting(false)} />}
    </>
  )
}
