import { keepPreviousData } from '@tanstack/react-query'
import { api, ask, queryOf } from './api.ts'
import { useOrgQuery } from './query.ts'

const maxFound = 20

/** The newest posts, or those that contain the words; empty while they are loading. */
export function useFoundPosts(search: string) {
  const query = queryOf({ search, status: 'draft,published', limit: maxFound })
  const found = useOrgQuery(['posts', { search }], () => ask(api.api.app.posts.get({ query })), {
    placeholderData: keepPreviousData,
  })
  return found.data?.posts ?? []
}
