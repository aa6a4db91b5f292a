import type { ChangeEvent } from 'react'
import { Link } from 'wouter'
import { paths } from '../../data/paths.ts'
import type { Fields, Values } from '../../data/visibility-settings.ts'
import { TextArea, TextField } from '../../kit/field.tsx'
import { Section } from '../../kit/page.tsx'
import * as strings from './strings.ts'

type TypedField = 'companyName' | 'aliases' | 'domains' | 'conversionPaths'

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
  const typed = (field: TypedField & keyof Values) => ({
    value: values[field],
    error: failures[field]?.message,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      change({ [field]: target.value }, true),
    onBlur: flush,
  })
  const { error, ...name } = typed('companyName')
  const nameError = values.companyName.trim() ? error : strings.brandFields.companyNameMissing
  return (
    <Section title={strings.brandFields.brand} first>
      <div className="settings">
        <TextField
          label={strings.brandFields.companyName}
          required
          maxLength={128}
          hint={strings.brandFields.companyNameHint}
          error={nameError}
          {...name}
        />
        <TextArea
          label={strings.brandFields.otherNames}
          rows={2}
          hint={strings.brandFields.otherNamesHint}
          {...typed('aliases')}
        />
        <TextField
          label={strings.brandFields.website}
          readOnly
          value={website ?? strings.brandFields.none}
          hint={strings.brandFields.websiteHint(
            <Link href={paths.brands()}>{strings.brandFields.brand}</Link>,
          )}
        />
        <TextArea
          label={strings.brandFields.otherDomains}
          rows={2}
          placeholder={strings.brandFields.otherDomainsPlaceholder}
          hint={strings.brandFields.otherDomainsHint}
          {...typed('domains')}
        />
        <TextArea
          label={strings.brandFields.conversionPaths}
          rows={2}
          placeholder={strings.brandFields.conversionPathsPlaceholder}
          hint={strings.brandFields.conversionPathsHint}
          {...typed('conversionPaths')}
        />
      </div>
    </Section>
  )
}
