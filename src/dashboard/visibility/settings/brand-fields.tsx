import type { ChangeEvent } from 'react'
import { Link } from 'wouter'
import { paths } from '../../data/paths.ts'
import type { Fields, Values } from '../../data/visibility-settings.ts'
import { TextArea, TextField } from '../../kit/field.tsx'
import { Section } from '../../kit/page.tsx'

type Typed = 'companyName' | 'aliases' | 'domains' | 'conversionPaths'

/** The names and domains of the brand that scans search for. */
export function BrandFields({
  values,
  failures,
  change,
  flush,
  website,
}: Fields & {
  /** The brand's own domain, which is always tracked. */
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
  const nameError = values.companyName.trim() ? error : 'Enter a company name to save your changes.'
  return (
    <Section title="Brand" first>
      <div className="settings">
        <TextField
          label="Company name"
          required
          maxLength={128}
          hint="Answers that contain this name count as mentions."
          error={nameError}
          {...name}
        />
        <TextArea
          label="Other names"
          rows={2}
          hint="One per line, at most 10. They count as mentions too."
          {...typed('aliases')}
        />
        <TextField
          label="Website"
          readOnly
          value={website ?? 'None'}
          hint={
            <>
              Citations of it count as yours. Change it under <Link href={paths.brands()}>Brand</Link>.
            </>
          }
        />
        <TextArea
          label="Other domains"
          rows={2}
          placeholder="docs.acme.com"
          hint="One per line, at most 20. Subdomains included. Citations of them count as yours."
          {...typed('domains')}
        />
        <TextArea
          label="Conversion paths"
          rows={2}
          placeholder="/sign-up"
          hint="Paths that count as a conversion. One path prefix per line."
          {...typed('conversionPaths')}
        />
      </div>
    </Section>
  )
}
