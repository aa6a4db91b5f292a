import { useAddSitemap, useSitemaps } from '../../data/sitemaps.ts'
import { Button } from '../../kit/button.tsx'
import { Failure, Notice } from '../../kit/notice.tsx'
import * as strings from './strings.ts'

/** Offers the sitemap that the scan found to a project without one, so that articles can link to its pages. */
export function FoundSitemap({ url }: { url: string | null }) {
  const { data: sitemaps } = useSitemaps()
  const add = useAddSitemap()
  if (url === null || sitemaps?.length !== 0) return null
  return (
    <div className="pt-4">
      <Notice>
        <div className="row">
          <span>{strings.readiness.foundSitemap(url)}</span>
          <Button slim busy={add.isPending && strings.readiness.adding} onClick={() => add.mutate(url)}>
            {strings.readiness.addSitemap}
          </Button>
        </div>
        {add.isError && <Failure error={add.error} />}
      </Notice>
    </div>
  )
}
