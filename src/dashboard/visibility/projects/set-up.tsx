import { useState } from 'react'
import { useBrands } from '../../data/brands.ts'
import { paths } from '../../data/paths.ts'
import { useOpenProject } from '../../data/project-address.ts'
import { useCreateProject } from '../../data/projects.ts'
import { useAsked } from '../../data/query-state.ts'
import { useOrganization } from '../../data/session.tsx'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Empty } from '../../kit/empty.tsx'
import { SelectField, TextField } from '../../kit/field.tsx'
import { useForm } from '../../kit/form.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import * as strings from './strings.ts'

/** The empty state before the first project. */
export function NotSetUp() {
  const brands = useBrands()
  const [asked, ask] = useAsked('set-up')
  return (
    <Loaded query={brands} rows={3}>
      {({ brandIdentities }) => (
        <>
          <Empty
            title={strings.setUp.title}
            pending={12}
            actions={
              brandIdentities.length > 0 ? (
                <Button look="primary" onClick={() => ask(true)}>
                  {strings.setUp.setUp}
                </Button>
              ) : (
                <ButtonLink look="primary" href={paths.brands()}>
                  {strings.setUp.readMyWebsite}
                </ButtonLink>
              )
            }
          >
            {strings.setUp.explanation}
            {brandIdentities.length === 0 && ` ${strings.setUp.toStart}`}
          </Empty>
          {asked && <SetUpDialog brands={brandIdentities} onClose={() => ask(false)} />}
        </>
      )}
    </Loaded>
  )
}

type Brand = { id: string; name: string; isDefault: boolean }

/** Creates a project and opens its settings. */
export function SetUpDialog({ brands, onClose }: { brands: Brand[]; onClose: () => void }) {
  const organization = useOrganization()
  const standard = brands.find(({ isDefault }) => isDefault) ?? brands[0]
  const { values, bind } = useForm({ name: standard?.name ?? organization.name, brand: standard?.id ?? '' })
  const create = useCreateProject()
  const open = useOpenProject()
  const [opened, setOpened] = useState(false)
  function submit() {
    create.mutate(
      { name: values.name, brandSettingsId: values.brand || undefined },
      {
        onSuccess: ({ project }) => {
          setOpened(true)
          open(project.id, paths.visibilitySettings())
        },
      },
    )
  }
  return (
    <FormDialog
      title={strings.setUp.setUpVisibility}
      onClose={onClose}
      onSubmit={submit}
      note={strings.setUp.note}
      change={{ isPending: create.isPending || opened, error: create.error }}
      verb={strings.setUp.setUp}
      busy={strings.setUp.settingUp}
    >
      <TextField
        label={strings.setUp.projectName}
        hint={strings.setUp.projectNameHint}
        required
        maxLength={128}
        {...bind('name')}
      />
      <SelectField
        label={strings.setUp.brand}
        hint={strings.setUp.brandHint}
        choices={brands.map(({ id, name }) => ({ value: id, label: name }))}
        {...bind('brand')}
      />
    </FormDialog>
  )
}
