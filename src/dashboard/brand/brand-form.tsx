import { useState } from 'react'
import { Button } from '../parts/button.tsx'
import { SelectField, TextArea, TextField } from '../parts/field.tsx'
import { Failure } from '../parts/notice.tsx'
import { PageHead, Section } from '../parts/page.tsx'
import { SavingStatus } from '../parts/saving-status.tsx'
import { toast } from '../parts/toast.tsx'
import { useAutosave } from '../parts/use-autosave.ts'
import { useForm } from '../parts/use-form.ts'
import { languageChoices, toneChoices, tones } from './choices.ts'
import { DeleteBrand } from './delete-brand.tsx'
import { errorAt, type Field, fields, patchOf, valuesOf } from './fields.ts'
import { type Brand, useChangeBrand } from './queries.ts'

/** What is known of a brand. What is changed is saved by itself. */
export function BrandForm({ brand, crumb }: { brand: Brand; crumb: { href: string; label: string } }) {
  const { values, bind } = useForm(valuesOf(brand))
  const change = useChangeBrand(brand.id)
  const [isDeleting, setDeleting] = useState(false)
  const saving = useAutosave(values, (changes) => change.mutateAsync(patchOf(changes, values)))
  const error = (field: Field) => errorAt(saving.error, field)
  const isPlaced = fields.some((field) => error(field))
  const makeDefault = () =>
    change.mutate({ isDefault: true }, { onSuccess: () => toast(`${brand.name} is the default now.`) })
  return (
    <>
      <PageHead title={brand.name} crumb={crumb}>
        <SavingStatus saving={saving} />
        {brand.isDefault ? (
          <span className="tag">Default</span>
        ) : (
          <>
            <Button onClick={makeDefault}>Make it the default</Button>
            <Button look="danger" onClick={() => setDeleting(true)}>
              Delete
            </Button>
          </>
        )}
      </PageHead>
      {saving.error && !isPlaced && <Failure error={saving.error} />}
      <Section title="Who it is" first>
        <div className="settings">
          <TextField label="Name" required maxLength={120} error={error('name')} {...bind('name')} />
          <TextField
            label="Website"
            required
            maxLength={2048}
            inputMode="url"
            error={error('websiteUrl')}
            {...bind('websiteUrl')}
          />
          <TextField label="Company" maxLength={200} error={error('companyName')} {...bind('companyName')} />
          <TextArea
            label="What it does"
            rows={4}
            maxLength={4000}
            error={error('companyDescription')}
            {...bind('companyDescription')}
          />
          <TextArea
            label="Audience"
            rows={2}
            maxLength={1000}
            hint="Whom posts speak to."
            error={error('audience')}
            {...bind('audience')}
          />
        </div>
      </Section>
      <Section title="How it speaks">
        <div className="settings">
          <SelectField
            label="Tone"
            choices={toneChoices}
            hint={tones[values.toneProfile as keyof typeof tones]}
            {...bind('toneProfile')}
          />
          <TextArea
            label="Tone in your own words"
            rows={2}
            maxLength={1000}
            error={error('customTone')}
            {...bind('customTone')}
          />
          <SelectField label="Language" choices={languageChoices} {...bind('language')} />
          <TextArea
            label="Instructions"
            rows={5}
            maxLength={4000}
            hint="What the writer is to know and to heed in each post."
            error={error('customInstructions')}
            {...bind('customInstructions')}
          />
        </div>
      </Section>
      {isDeleting && <DeleteBrand brand={brand} onClose={() => setDeleting(false)} />}
    </>
  )
}
