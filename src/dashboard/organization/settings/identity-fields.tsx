import { useMay } from '../../data/session.tsx'
import { dashboardPath } from '../../kit/base-path.ts'
import { Copy } from '../../kit/copy.tsx'
import { TextField } from '../../kit/field.tsx'
import { Section } from '../../kit/page.tsx'
import type { Fields } from './fields.ts'

/** The organization's name, logo and slug. */
export function IdentityFields({ settings: { name, logo, slug }, failures, change, flush }: Fields) {
  const isOwner = useMay('owner')
  const address = `${location.origin}${dashboardPath}/${slug}`
  return (
    <Section title="Organization" note={!isOwner && 'Only owners can change name and logo'} first>
      <div className="settings">
        <TextField
          label="Name"
          required
          maxLength={120}
          readOnly={!isOwner}
          value={name}
          error={failures.name?.message}
          onChange={({ target }) => change({ name: target.value }, true)}
          onBlur={flush}
        />
        <TextField
          label="Logo"
          type="url"
          placeholder="https://"
          readOnly={!isOwner}
          value={logo ?? ''}
          hint="Logo URL. Included in API responses."
          error={failures.logo?.message}
          onChange={({ target }) => change({ logo: target.value.trim() || null }, true)}
          onBlur={flush}
        />
        <div className="field">
          <span className="label">URL</span>
          <span className="row">
            <code className="cut">{address}</code>
            <Copy text={address} what="the URL" />
          </span>
          <span className="hint">Does not change when you rename.</span>
        </div>
      </div>
    </Section>
  )
}
