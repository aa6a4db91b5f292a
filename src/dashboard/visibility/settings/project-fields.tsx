import { useState } from 'react'
import type { Brand } from '../../data/brands.ts'
import { paths } from '../../data/paths.ts'
import { useProjectAddress } from '../../data/project-address.ts'
import type { Project } from '../../data/projects.ts'
import type { Fields } from '../../data/visibility-settings.ts'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { SelectField, TextField } from '../../kit/field.tsx'
import { Section } from '../../kit/page.tsx'
import { DeleteProject } from './delete-project.tsx'
import * as strings from './strings.ts'

/** The project's name and brand, and its deletion. */
export function ProjectFields({
  failures,
  change,
  flush,
  project,
  brands,
}: Omit<Fields, 'values'> & { project: Project; brands: Brand[] }) {
  const [isDeleting, setDeleting] = useState(false)
  const addressOf = useProjectAddress()
  return (
    <Section title={strings.projectFields.project}>
      <div className="settings">
        <TextField
          label={strings.projectFields.name}
          required
          maxLength={128}
          value={project.name}
          error={failures.name?.message}
          onChange={({ target }) => change({ name: target.value }, true)}
          onBlur={flush}
        />
        <SelectField
          label={strings.projectFields.brand}
          hint={strings.projectFields.brandHint}
          choices={[
            ...(project.brandSettingsId ? [] : [{ value: '', label: strings.projectFields.none }]),
            ...brands.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={project.brandSettingsId ?? ''}
          error={failures.brandSettingsId?.message}
          onChange={({ target }) => target.value && change({ brandSettingsId: target.value })}
        />
        <ButtonLink href={addressOf(paths.visibilitySetUp())}>{strings.projectFields.newProject}</ButtonLink>
        <Button look="danger" onClick={() => setDeleting(true)}>
          {strings.projectFields.deleteProject}
        </Button>
      </div>
      {isDeleting && <DeleteProject onClose={() => setDeleting(false)} />}
    </Section>
  )
}
