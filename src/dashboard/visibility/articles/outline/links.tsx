import { X } from 'lucide-react'
import { Link } from 'wouter'
import { usePagesToLink } from '../../../data/briefs.ts'
import { paths } from '../../../data/paths.ts'
import { useProjectAddress } from '../../../data/project-address.ts'
import { Button } from '../../../kit/button.tsx'
import { ExternalLink } from '../../../kit/external-link.tsx'
import { TextField } from '../../../kit/field.tsx'
import { Icon } from '../../../kit/icon.tsx'
import { Section } from '../../../kit/page.tsx'
import { AddFromList } from './add-from-list.tsx'
import { changed, type InternalLink, maxLines, newInternalLink } from './outline.ts'
import * as strings from './strings.ts'

/** The pages that the article links to, all of them from the sitemap. */
export function Links({
  links,
  briefId,
  onChange,
}: {
  links: InternalLink[]
  briefId: string
  onChange: (links: InternalLink[]) => void
}) {
  return (
    <Section title={strings.links.links} note={strings.links.note}>
      {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is none to some readers */}
      <ul className="ways" role="list">
        {links.map(({ key, url, anchor, why }, place) => (
          <li key={key}>
            <span className="row">
              <span className="cut">
                <ExternalLink href={url}>{url}</ExternalLink>
              </span>
              <span className="end">
                <Button
                  look="quiet"
                  slim
                  iconOnly
                  aria-label={strings.links.removeLinkTo(url)}
                  onClick={() => onChange(links.toSpliced(place, 1))}
                >
                  <Icon of={X} />
                </Button>
              </span>
            </span>
            <div className="two">
              <TextField
                label={strings.links.linkText}
                required
                value={anchor}
                onChange={({ target }) => onChange(changed(links, key, { anchor: target.value }))}
              />
              <TextField
                label={strings.links.reason}
                required
                value={why}
                onChange={({ target }) => onChange(changed(links, key, { why: target.value }))}
              />
            </div>
          </li>
        ))}
      </ul>
      {links.length < maxLines.links && (
        <AddLink
          briefId={briefId}
          taken={links.map(({ url }) => url)}
          onAdd={(url) => onChange([...links, newInternalLink(url)])}
        />
      )}
    </Section>
  )
}

function AddLink({
  briefId,
  taken,
  onAdd,
}: {
  briefId: string
  taken: string[]
  onAdd: (url: string) => void
}) {
  const pages = usePagesToLink(briefId)
  const free = (pages.data ?? []).filter(({ url }) => !taken.includes(url))
  const addressOf = useProjectAddress()
  if (pages.data?.length === 0)
    return (
      <p className="muted pt-4">
        {strings.links.noSitemap(
          <Link href={addressOf(paths.visibilitySettings())}>{strings.links.settings}</Link>,
        )}
      </p>
    )
  if (free.length === 0) return null
  return (
    <AddFromList
      label={strings.links.pageToLink}
      addLabel={strings.links.addLink}
      options={free.map(({ url, title }) => ({ value: url, title }))}
      onAdd={onAdd}
    />
  )
}
