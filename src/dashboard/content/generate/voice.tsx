import { Link } from 'wouter'
import { useBrands } from '../../data/brands.ts'
import { paths } from '../../data/paths.ts'
import { SelectField } from '../../kit/field.tsx'
import type { Choice } from './choice.ts'
import * as strings from './strings.ts'

/** The brand of the posts; without a choice the API uses the default brand, else the one changed last. */
export function Voice({ choice }: { choice: Choice }) {
  const brands = useBrands().data?.brandIdentities
  if (!brands) return null
  if (brands.length === 0) {
    return (
      <p className="muted small">
        {strings.voice.noBrand(<Link href={paths.brands()}>{strings.voice.setUpBrand}</Link>)}
      </p>
    )
  }
  const standard = brands.find(({ isDefault }) => isDefault)
  const others = brands.filter(({ isDefault }) => !isDefault)
  return (
    <SelectField
      label={strings.voice.brand}
      value={choice.brand}
      choices={[
        {
          value: '',
          label: standard
            ? strings.voice.defaultBrand(standard.name)
            : strings.voice.mostRecentlyChangedBrand,
        },
        ...others.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(event) => choice.setBrand(event.target.value)}
    />
  )
}
