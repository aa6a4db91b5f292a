import { useState } from 'react'
import { useAddSitemap, useSitemaps } from '../../../data/sitemaps.ts'
import { useHidden } from '../../../kit/deletion.ts'
import { TextField } from '../../../kit/field.tsx'
import { Form } from '../../../kit/form.tsx'
import { Loaded } from '../../../kit/loaded.tsx'
import { Section } from '../../../kit/page.tsx'
import { SitemapRow } from './sitemap-row.tsx'

/** The sitemaps whose pages articles may link to. */
export function SitemapSection() {
  const sitemaps = useSitemaps()
  const hidden = useHidden()
  return (
    <Section title="Sitemaps" note="Articles link only to pages in these sitemaps">
      <Loaded query={sitemaps} rows={1}>
        {(all) => {
          const shown = all.filter(({ id }) => !hidden.has(id))
          return shown.length > 0 ? (
            // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is none to some readers
            <ul className="rows" role="list" aria-label="Sitemaps">
              {shown.map((sitemap) => (
                <SitemapRow key={sitemap.id} sitemap={sitemap} />
              ))}
            </ul>
          ) : (
            <p className="muted pt-4">No sitemaps yet. Articles do not link to your pages.</p>
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
      verb="Add sitemap"
      busy="Adding"
      onSubmit={() => add.mutate(url.trim(), { onSuccess: () => setUrl('') })}
    >
      <TextField
        label="Sitemap URL"
        required
        maxLength={2048}
        inputMode="url"
        placeholder="acme.dev/sitemap.xml"
        hint="Or your website URL: Herald finds the sitemap. Re-read weekly."
        error={isRefused ? add.error.message : null}
        value={url}
        onChange={({ target }) => setUrl(target.value)}
      />
    </Form>
  )
}
