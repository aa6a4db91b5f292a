import { useQueryClient } from '@tanstack/react-query'
import { api, ask } from './api.ts'
import { deliveryApi } from './delivery-api.ts'
import { useInvalidate, useOrgChange, useOrgQuery } from './query.ts'
import { useOrganization } from './session.tsx'

const askLook = () => ask(api.api.app['public-page'].get())

/** How the public page looks. */
export type PageAppearance = Awaited<ReturnType<typeof askLook>>

export function useLook() {
  return useOrgQuery(['public-page', 'look'], askLook)
}

/** The list of the public page as HTML, also while it is off. */
export function usePagePreview() {
  return useOrgQuery(['public-page', 'preview'], () => ask(api.api.app['public-page'].preview.get()))
}

/** Changes the look, and draws the preview again. */
export function useSaveLook() {
  const { id } = useOrganization()
  const client = useQueryClient()
  return async (patch: Partial<PageAppearance>) => {
    const look = await ask(api.api.app['public-page'].patch(patch, { fetch: { keepalive: true } }))
    client.setQueryData([id, 'public-page', 'look'], look)
    await client.invalidateQueries({ queryKey: [id, 'public-page', 'preview'] })
  }
}

const askDomain = () => ask(deliveryApi.api.app['public-page'].domain.get())

export type CustomDomain = Awaited<ReturnType<typeof askDomain>>

export function useDomain() {
  return useOrgQuery(['public-page', 'domain'], askDomain)
}

export function useSetDomain() {
  return useOrgChange('domain', (domain: string) =>
    ask(deliveryApi.api.app['public-page'].domain.put({ domain })),
  )
}

export function useVerifyDomain() {
  return useOrgChange('domain', () => ask(deliveryApi.api.app['public-page'].domain.verify.post()))
}

export function useDeleteDomain() {
  return useOrgChange('domain', () => ask(deliveryApi.api.app['public-page'].domain.delete()))
}

/** Publishes a post, turns the public page on, and returns the URL of the post. */
export function usePublishFirst() {
  const invalidate = useInvalidate()
  return useOrgChange('posts', async (postId: string) => {
    const { post } = await ask(api.v1.posts({ postId }).patch({ status: 'published' }))
    const { publicPageUrl } = await ask(api.api.app.organization.patch({ publicPage: true }))
    await invalidate('settings')
    return `${publicPageUrl}/${post?.slug ?? postId}`
  })
}
