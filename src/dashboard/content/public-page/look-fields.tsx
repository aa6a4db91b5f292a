import type { PageAppearance } from '../../data/public-page.ts'
import { useMay } from '../../data/session.tsx'
import { CheckField, TextField } from '../../kit/field.tsx'
import { Section } from '../../kit/page.tsx'
import { ImageField } from './image-field.tsx'
import { LinkFields } from './link-fields.tsx'
import * as strings from './strings.ts'

export type Values = PageAppearance & { publicPage: boolean }

/** The values, and the function to change them. */
export type Fields = {
  values: Values
  /** Why a change was not saved. */
  failures: { [Key in keyof Values]?: Error }
  change: (patch: Partial<Values>, isTyping?: boolean) => void
  flush: () => void
}

/** The intro, the accent color and the links. */
export function LookFields({
  values: { intro, accent, logo, icon, externalImages, links },
  failures,
  change,
  flush,
}: Fields) {
  const mayChange = useMay('admin')
  return (
    <Section title={strings.lookFields.title}>
      <div className="settings">
        <TextField
          label={strings.lookFields.intro}
          placeholder={strings.lookFields.introPlaceholder}
          hint={strings.lookFields.introHint}
          maxLength={200}
          readOnly={!mayChange}
          value={intro ?? ''}
          error={failures.intro?.message}
          onChange={({ target }) => change({ intro: target.value || null }, true)}
          onBlur={flush}
        />
        <TextField
          label={strings.lookFields.accent}
          hint={strings.lookFields.accentHint}
          maxLength={7}
          spellCheck={false}
          readOnly={!mayChange}
          value={accent ?? ''}
          error={failures.accent?.message}
          onChange={({ target }) => change({ accent: target.value.trim() || null }, true)}
          onBlur={flush}
        />
        <ImageField
          label={strings.lookFields.logo}
          hint={strings.lookFields.logoHint}
          use="logo"
          path={logo}
          error={failures.logo}
          onChange={(path) => change({ logo: path })}
        />
        <ImageField
          label={strings.lookFields.icon}
          hint={strings.lookFields.iconHint}
          use="icon"
          path={icon}
          error={failures.icon}
          onChange={(path) => change({ icon: path })}
        />
        <CheckField
          label={strings.lookFields.externalImages}
          hint={strings.lookFields.externalImagesHint}
          disabled={!mayChange}
          checked={externalImages}
          onChange={({ target }) => change({ externalImages: target.checked })}
        />
        <LinkFields
          links={links}
          error={failures.links?.message}
          onChange={(links) => change({ links }, true)}
          onBlur={flush}
        />
      </div>
    </Section>
  )
}
