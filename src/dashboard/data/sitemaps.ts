import { ask } from './api.ts'
import { geoRoutes, useGeo } from './project-data.ts'
import { useOrgChange, useOrgQuery } from './query.ts'

const askSitemaps = (projectId: string) => ask(geoRoutes(projectId).sitemaps.get())

/** A sitemap whose pages articles may link to. */
export type Sitemap = Awaited<ReturnType<typeof askSitemaps>>['sitemaps'][number]

/** The sitemaps of the project, oldest first; polled every three seconds while one is read. */
export function useSitemaps() {
  const { projectId } = useGeo()
  return useOrgQuery(['sitemaps', projectId], async () => (await askSitemaps(projectId)).sitemaps, {
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'pending') ? 3000 : false),
  })
}

/** Adds a sitemap and starts reading it; an existing one is read again. */
export function useAddSitemap() {
  const { routes } = useGeo()
  return useOrgChange('sitemaps', (url: string) => ask(routes.sitemaps.post({ url })))
}

export function useDeleteSitemap() {
  const { routes } = useGeo()
  return useOrgChange(
    'sitemaps',
    (sitemapId: string) => ask(routes.sitemaps({ sitemapId }).delete({}, { fetch: { keepalive: true } })),
    { alsoAfterError: true },
  )
}
