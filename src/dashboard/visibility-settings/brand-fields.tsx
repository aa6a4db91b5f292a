import type { ChangeEvent } from 'react'
import { Link } from 'wouter'
import { TextArea, TextField } from '../parts/field.tsx'
import { Section } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import type { Fields, Values } from './fields.ts'

type Typed = 'companyName' | 'aliases' | 'domains' | 'conversionPaths'

/** Whom the answers of engines are searched for. */
export function BrandFields({
  values,
  failures,
  change,
  flush,
  website,
}: Fields & {
  /** The brand's own, which is always tracked. */
  website: string | null
}) {
  const typed = (field: Typed & keyof Values) => ({
    value: values[field],
    error: failures[field]?.message,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      change({ [field]: target.value }, true),
    onBlur: flush,
  })
  const { error, ...name } = typed('companyName')
  const nameError = values.companyName.trim() ? error : 'Enter a company name: nothing is saved without it.'
  return (
    <Section title="Brand" first>
      <div className="settings">
        <TextField
          label="Company name"
          required
          maxLength={128}
          hint="The name that is looked for in answers."
          error={nameError}
          {...name}
        />
        <TextArea
          label="Also known as"
          rows={2}
          hint="Other names and spellings, one on each line, at most ten. They count like the name."
          {...typed('aliases')}
        />
        <TextField
          label="Website"
          readOnly
          value={website ?? 'None'}
          hint={
            <>
              Always taken for yours. It is changed under <Link href={paths.brands()}>Brand</Link>.
            </>
          }
        />
        <TextArea
          label="Other domains of yours"
          rows={2}
          placeholder="docs.acme.com"
          hint="One on each line, at most 20; what lies below a domain belongs to it. Sources there count as your own."
          {...typed('domains')}
        />
        <TextArea
          label="Conversion paths"
          rows={2}
          placeholder="/sign-up"
          hint="Where a visit has led to something, one beginning on each line, such as /sign-up."
          {...typed('conversionPaths')}
        />
      </div>
    </Section>
  )
}
