import { useQueryClient } from '@tanstack/react-query'
import { api, ask } from './api.ts'
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
