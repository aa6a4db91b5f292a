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
import * as strings from './strings.ts'

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
          <span className="tag">{strings.brandForm.default}</span>
        ) : (
          <>
            <Button
              busy={makeDefault.isPending && strings.brandForm.saving}
              onClick={() =>
                makeDefault.mutate(undefined, {
                  onSuccess: () => toast(strings.brandForm.isNowDefault(brand.name)),
                })
              }
            >
              {strings.brandForm.makeDefault}
            </Button>
            <Button look="danger" onClick={() => setDeleting(true)}>
              {strings.brandForm.delete}
            </Button>
          </>
        )}
      </PageHead>
      {makeDefault.isError && <Failure error={makeDefault.error} />}
      <SaveState state={state} retry={retry} />
      <Section title={strings.brandForm.identity} first>
        <div className="settings">
          <TextField label={strings.brandForm.name} required maxLength={120} {...typed('name')} />
          <TextField
            label={strings.brandForm.website}
            required
            maxLength={2048}
            inputMode="url"
            {...typed('websiteUrl')}
          />
          <TextField label={strings.brandForm.company} maxLength={200} {...typed('companyName')} />
          <TextArea
            label={strings.brandForm.description}
            rows={4}
            maxLength={4000}
            {...typed('companyDescription')}
          />
          <TextArea
            label={strings.brandForm.audience}
            rows={2}
            maxLength={1000}
            hint={strings.brandForm.audienceHint}
            {...typed('audience')}
          />
        </div>
      </Section>
      <Section title={strings.brandForm.voice}>
        <div className="settings">
          <SelectField
            label={strings.brandForm.tone}
            choices={toneChoices}
            hint={tones[values.toneProfile as keyof typeof tones]}
            {...chosen('toneProfile')}
          />
          <TextArea
            label={strings.brandForm.customTone}
            rows={2}
            maxLength={1000}
            hint={strings.brandForm.customToneHint}
            {...typed('customTone')}
          />
          <SelectField label={strings.brandForm.language} choices={languageChoices} {...chosen('language')} />
          <TextArea
            label={strings.brandForm.instructions}
            rows={5}
            maxLength={4000}
            hint={strings.brandForm.instructionsHint}
            {...typed('customInstructions')}
          />
        </div>
      </Section>
      <Facts brandId={brand.id} />
      {isDeleting && <DeleteBrand brand={brand} onClose={() => setDeleting(false)} />}
    </>
  )
}
