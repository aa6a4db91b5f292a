import { useState } from 'react'
import { useChooseProperty, useProperties } from '../../../data/search-console.ts'
import { SelectField } from '../../../kit/field.tsx'
import { FormDialog } from '../../../kit/form-dialog.tsx'
import { Failure } from '../../../kit/notice.tsx'
import * as strings from './strings.ts'

/** Chooses the property whose queries become suggestions. */
export function PropertyDialog({ current, onClose }: { current: string | null; onClose: () => void }) {
  const properties = useProperties()
  const choose = useChooseProperty()
  const [chosen, setChosen] = useState<string | null>(null)
  const found = properties.data?.map(({ siteUrl }) => siteUrl) ?? []
  const value = chosen ?? found.find((each) => each === current) ?? found[0] ?? ''
  return (
    <FormDialog
      title={strings.texts.chooseProperty}
      verb={strings.texts.chooseProperty}
      busy={strings.texts.choosing}
      change={choose}
      disabled={value === ''}
      onSubmit={() => choose.mutate(value, { onSuccess: onClose })}
      onClose={onClose}
    >
      {properties.isError && <Failure error={properties.error} retry={() => void properties.refetch()} />}
      {properties.data?.length === 0 && <p>{strings.texts.noProperties}</p>}
      {!properties.isError && properties.data?.length !== 0 && (
        <SelectField
          label={strings.texts.property}
          hint={strings.texts.propertyHint}
          disabled={properties.isPending}
          choices={found.map((siteUrl) => ({ value: siteUrl, label: siteUrl }))}
          value={value}
          onChange={({ target }) => setChosen(target.value)}
        />
      )}
    </FormDialog>
  )
}
