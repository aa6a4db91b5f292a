import { useQueryClient } from '@tanstack/react-query'
import { api, ask } from './api.ts'
import { useInvalidate, useOrgChange, useOrgKey, useOrgQuery } from './query.ts'

const askBrands = () => ask(api.v1['brand-identities'].get())

/** A brand identity, in which posts are written. */
export type Brand = Awaited<ReturnType<typeof askBrands>>['brandIdentities'][number]
/**
 * The routes of one identity; the route that analyses websites, which has the same position, is none of them.
 */
const brandRoutes = (brandIdentityId: string) => api.v1['brand-identities']({ brandIdentityId })
export type BrandPatch = NonNullable<Parameters<ReturnType<typeof brandRoutes>['patch']>[0]>

const askReading = (jobId: string) => ask(api.v1['brand-identities'].generate({ jobId }).get())

/** The progress of reading a website for a brand. */
export type BrandAnalysis = Awaited<ReturnType<typeof askReading>>['job']

export const isReading = ({ status }: BrandAnalysis) => status === 'queued' || status === 'running'

export function useBrands() {
  return useOrgQuery(['brand-identities'], askBrands)
}

/** One identity; null if it does not exist. */
export function useBrand(brandId: string) {
  return useOrgQuery(
    ['brand-identities', brandId],
    async () => (await ask(brandRoutes(brandId).get())).brandIdentity,
  )
}

/** Creates an identity and starts to read its website. */
export function useReadWebsite() {
  return useOrgChange(
    'brands',
    (request: { name?: string; websiteUrl: string }) =>
      ask(api.v1['brand-identities'].generate.post(request)),
    { inBackground: true },
  )
}

/** The progress of reading a website, polled every two seconds until it has ended. */
export function useReading(jobId: string) {
  return useOrgQuery(['brand-readings', jobId], async () => (await askReading(jobId)).job, {
    refetchInterval: ({ state }) => (state.data && isReading(state.data) ? 2000 : false),
  })
}

/** Saves changed fields of a brand. A tone is sent with its description, which would be dropped otherwise. */
export function useSaveBrand(brandId: string) {
  const client = useQueryClient()
  const invalidate = useInvalidate()
  const key = useOrgKey()('brand-identities', brandId)
  return async (patch: BrandPatch) => {
    const customTone = client.getQueryData<Brand>(key)?.customTone
    const whole = patch.toneProfile === undefined ? patch : { ...patch, customTone }
    // The request continues when the tab is closed.
    const { brandIdentity } = await ask(brandRoutes(brandId).patch(whole, { fetch: { keepalive: true } }))
    client.setQueryData(key, brandIdentity)
    void invalidate('brands')
  }
}

export function useMakeDefault(brandId: string) {
  return useOrgChange('brands', () => ask(brandRoutes(brandId).patch({ isDefault: true })), {
    inBackground: true,
  })
}

export function useDeleteBrand() {
  return useOrgChange('brands', (brandId: string) => ask(brandRoutes(brandId).delete()), {
    inBackground: true,
  })
}

const factRoutes = (brandId: string) => brandRoutes(brandId).facts
const askFacts = (brandId: string) => ask(factRoutes(brandId).get())

export type Fact = Awaited<ReturnType<typeof askFacts>>['facts'][number]

/** The facts of a brand, polled every two seconds while a page is read. */
export function useFacts(brandId: string) {
  return useOrgQuery(['brand-facts', brandId], async () => (await askFacts(brandId)).facts, {
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'queued') ? 2000 : false),
  })
}

/** Adds a fact, or replaces the content of one. */
export function useSaveFact(brandId: string, fact?: Fact) {
  return useOrgChange('facts', (value: string) => {
    const isUrl = fact ? fact.kind === 'url' : /^https?:\/\/\S+$/i.test(value)
    const body = isUrl ? { url: value } : { text: value }
    return fact
      ? ask(factRoutes(brandId)({ factId: fact.id }).patch(body))
      : ask(factRoutes(brandId).post(body))
  })
}

/** Reads the page of a fact again. */
export function useRefreshFact(brandId: string) {
  return useOrgChange('facts', (factId: string) => ask(factRoutes(brandId)({ factId }).refresh.post()))
}

export function useDeleteFact(brandId: string) {
  return useOrgChange('facts', (factId: string) => ask(factRoutes(brandId)({ factId }).delete()))
}
