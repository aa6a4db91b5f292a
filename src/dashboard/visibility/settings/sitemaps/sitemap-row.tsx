import { X } from 'lucide-react'
import { type Sitemap, useDeleteSitemap } from '../../../data/sitemaps.ts'
import { Button } from '../../../kit/button.tsx'
import { delayDeletion, graceSeconds, show } from '../../../kit/deletion.ts'
import { Icon } from '../../../kit/icon.tsx'
import { Status } from '../../../kit/status.tsx'
import { ago } from '../../../kit/time.tsx'
import { toast } from '../../../kit/toast.tsx'
import * as strings from './strings.ts'

/** A sitemap: its content and when it was read, or why it could not be read. */
export function SitemapRow({ sitemap }: { sitemap: Sitemap }) {
  const { id, url } = sitemap
  const deletion = useDeleteSitemap()
  function remove() {
    delayDeletion([id], strings.sitemapRow.sitemapDeleted, () =>
      deletion.mutateAsync(id).catch((error: Error) => {
        show([id])
        toast(strings.sitemapRow.notDeleted(error.message), { seconds: graceSeconds })
      }),
    )
  }
  return (
    <li className="flex-wrap py-2">
      <span className="cut">{url.replace(/^https?:\/\//, '')}</span>
      <span className="end">
        <Standing sitemap={sitemap} />
      </span>
      <Button look="quiet" slim iconOnly aria-label={strings.sitemapRow.deleteSitemap(url)} onClick={remove}>
        <Icon of={X} />
      </Button>
      {sitemap.error && <p className="w-full small muted">{sitemap.error}</p>}
    </li>
  )
}

function Standing({ sitemap: { status, pages, fetchedAt, error } }: { sitemap: Sitemap }) {
  if (status === 'pending') return <Status state="busy">{strings.sitemapRow.reading}</Status>
  if (status === 'failed') return <Status state="bad">{strings.sitemapRow.failed}</Status>
  return (
    <Status state={error ? 'warn' : 'good'}>
      {strings.sitemapRow.pages(pages, fetchedAt === null ? null : ago(fetchedAt))}
    </Status>
  )
}
