import { useMay } from '../../data/session.tsx'
import { dashboardPath } from '../../kit/base-path.ts'
import { Copy } from '../../kit/copy.tsx'
import { TextField } from '../../kit/field.tsx'
import { Section } from '../../kit/page.tsx'
import type { Fields } from './fields.ts'
import * as strings from './strings.ts'

/** The organization's name, logo and slug. */
export function IdentityFields({ settings: { name, logo, slug }, failures, change, flush }: Fields) {
  const isOwner = useMay('owner')
  const address = `${location.origin}${dashboardPath}/${slug}`
  return (
    <Section
      title={strings.identityFields.organization}
      note={!isOwner && strings.identityFields.ownersOnly}
      first
    >
      <div className="settings">
        <TextField
          label={strings.identityFields.name}
          required
          maxLength={120}
          readOnly={!isOwner}
          value={name}
          error={failures.name?.message}
          onChange={({ target }) => change({ name: target.value }, true)}
          onBlur={flush}
        />
        <TextField
          label={strings.identityFields.logo}
          type="url"
          placeholder={strings.identityFields.logoPlaceholder}
          readOnly={!isOwner}
          value={logo ?? ''}
          hint={strings.identityFields.logoHint}
          error={failures.logo?.message}
          onChange={({ target }) => change({ logo: target.value.trim() || null }, true)}
          onBlur={flush}
        />
        <div className="field">
          <span className="label">{strings.identityFields.url}</span>
          <span className="row">
            <code className="cut">{address}</code>
            <Copy text={address} what={strings.identityFields.urlNoun} />
          </span>
          <span className="hint">{strings.identityFields.urlNote}</span>
        </div>
      </div>
    </Section>
  )
}
