import type { Catalog, Fields, Values } from '../../data/visibility-settings.ts'
import { SelectField, TextField } from '../../kit/field.tsx'
import { Failure } from '../../kit/notice.tsx'
import * as strings from './strings.ts'

type Place = NonNullable<Values['place']>

const standard: Place = { country: 'US', location: null, device: 'desktop' }
const countryNames = new Intl.DisplayNames(undefined, { type: 'region' })

/** Where, and on which device, pages are read. */
export function PlaceFields({
  values,
  failures,
  change,
  flush,
  countries,
}: Fields & { countries: Catalog['countries'] }) {
  const place = values.place ?? standard
  const set = (patch: Partial<Place>, isTyping = false) => change({ place: { ...place, ...patch } }, isTyping)
  return (
    <div className="settings">
      <SelectField
        label={strings.placeFields.country}
        hint={strings.placeFields.countryHint}
        choices={countries
          .map((code) => ({ value: code, label: countryNames.of(code) ?? code }))
          .toSorted((a, b) => a.label.localeCompare(b.label))}
        value={place.country}
        onChange={({ target }) => set({ country: target.value, location: null })}
      />
      <TextField
        label={strings.placeFields.location}
        hint={strings.placeFields.locationHint}
        placeholder={strings.placeFields.locationPlaceholder}
        maxLength={128}
        value={place.location ?? ''}
        onChange={({ target }) => set({ location: target.value === '' ? null : target.value }, true)}
        onBlur={flush}
      />
      <SelectField
        label={strings.placeFields.device}
        choices={strings.placeFields.devices}
        value={place.device}
        onChange={({ target }) => set({ device: target.value === 'mobile' ? 'mobile' : 'desktop' })}
      />
      {failures.place && <Failure error={failures.place} />}
    </div>
  )
}
