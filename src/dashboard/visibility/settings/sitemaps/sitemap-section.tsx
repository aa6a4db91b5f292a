import { useState } from 'react'
import { useAddSitemap, useSitemaps } from '../../../data/sitemaps.ts'
import { useHidden } from '../../../kit/deletion.ts'
import { TextField } from '../../../kit/field.tsx'
import { Form } from '../../../kit/form.tsx'
import { Loaded } from '../../../kit/loaded.tsx'
import { Section } from '../../../kit/page.tsx'
import { SitemapRow } from './sitemap-row.tsx'
import * as strings from './strings.ts'

/** The sitemaps whose pages articles may link to. */
export function SitemapSection() {
  const sitemaps = useSitemaps()
  const hidden = useHidden()
  return (
    <Section title={strings.sitemapSection.sitemaps} note={strings.sitemapSection.note}>
      <Loaded query={sitemaps} rows={1}>
        {(all) => {
          const shown = all.filter(({ id }) => !hidden.has(id))
          return shown.length > 0 ? (
            // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is none to some readers
            <ul className="rows" role="list" aria-label={strings.sitemapSection.sitemaps}>
              {shown.map((sitemap) => (
                <SitemapRow key={sitemap.id} sitemap={sitemap} />
              ))}
            </ul>
          ) : (
            <p className="muted pt-4">{strings.sitemapSection.noSitemaps}</p>
          )
        }}
      </Loaded>
      <AddSitemap />
    </Section>
  )
}

function AddSitemap() {
  const [url, setUrl] = useState('')
  const add = useAddSitemap()
  const isRefused = add.isError && 'status' in add.error && add.error.status === 400
  return (
    <Form
      className="settings"
      look="plain"
      change={add}
      error={isRefused ? null : add.error}
      verb={strings.sitemapSection.addSitemap}
      busy={strings.sitemapSection.adding}
      onSubmit={() => add.mutate(url.trim(), { onSuccess: () => setUrl('') })}
    >
      <TextField
        label={strings.sitemapSection.sitemapUrl}
        required
        maxLength={2048}
        inputMode="url"
        placeholder={strings.sitemapSection.sitemapUrlPlaceholder}
        hint={strings.sitemapSection.sitemapUrlHint}
        error={isRefused ? add.error.message : null}
        value={url}
        onChange={({ target }) => setUrl(target.value)}
      />
    </Form>
  )
}
