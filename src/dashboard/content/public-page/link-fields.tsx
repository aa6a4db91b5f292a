import { Plus, X } from 'lucide-react'
import type { PageAppearance } from '../../data/public-page.ts'
import { useMay } from '../../data/session.tsx'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/field.tsx'
import { Icon } from '../../kit/icon.tsx'
import * as strings from './strings.ts'

type Links = PageAppearance['links']
const maxLinks = 5

/** An incomplete link is not sent. */
export const isComplete = ({ label, url }: Links[number]) => label.trim() !== '' && url.trim() !== ''

export function LinkFields({
  links,
  error,
  onChange,
  onBlur,
}: {
  links: Links
  error?: string
  onChange: (links: Links) => void
  onBlur: () => void
}) {
  const mayChange = useMay('admin')
  const edit = (at: number, patch: Partial<Links[number]>) =>
    onChange(links.map((link, index) => (index === at ? { ...link, ...patch } : link)))
  return (
    <fieldset className="field">
      <legend className="label mb-1.5">{strings.linkFields.links}</legend>
      {links.map((link, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a link has no identity but its position
        <div className="flex items-center gap-2 md:grid md:grid-cols-[1fr_2fr_auto]" key={at}>
          <TextField
            label={strings.linkFields.label(at + 1)}
            hideLabel
            placeholder={strings.linkFields.labelPlaceholder}
            maxLength={40}
            readOnly={!mayChange}
            value={link.label}
            onChange={({ target }) => edit(at, { label: target.value })}
            onBlur={onBlur}
          />
          <TextField
            label={strings.linkFields.url(at + 1)}
            hideLabel
            type="url"
            placeholder={strings.linkFields.urlPlaceholder}
            maxLength={500}
            readOnly={!mayChange}
            value={link.url}
            onChange={({ target }) => edit(at, { url: target.value })}
            onBlur={onBlur}
          />
          {mayChange && (
            <Button
              look="quiet"
              aria-label={strings.linkFields.remove(at + 1)}
              onClick={() => onChange(links.filter((_, index) => index !== at))}
            >
              <Icon of={X} />
            </Button>
          )}
        </div>
      ))}
      {mayChange && links.length < maxLinks && (
        <span>
          <Button onClick={() => onChange([...links, { label: '', url: '' }])}>
            <Icon of={Plus} />
            {strings.linkFields.add}
          </Button>
        </span>
      )}
      {error ? (
        <span className="error" role="alert">
          {error}
        </span>
      ) : (
        <span className="hint">{strings.linkFields.hint}</span>
      )}
    </fieldset>
  )
}
