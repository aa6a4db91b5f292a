import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { ButtonLink } from '../parts/button.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { PageHead } from '../parts/page.tsx'
import { Pager } from '../parts/pager.tsx'
import { useSelection } from '../parts/selection.ts'
import { paths } from '../paths.ts'
import { usePage } from '../query-state.ts'
import { useShortcuts } from '../shell/shortcuts.ts'
import { BulkBar } from './bulk-bar.tsx'
import { useDeletion } from './deletion.ts'
import { Filters, useFilters } from './filters.tsx'
import { NoMatch, NoPosts } from './no-posts.tsx'
import { PostTable } from './post-table.tsx'
import { PostTabs } from './post-tabs.tsx'
import { usePosts } from './queries.ts'

/** Every post, drafts and published ones, and what can be done to several at once. */
export function PostsPage() {
  const [, navigate] = useLocation()
  const filters = useFilters()
  const [page, setPage] = usePage()
  const posts = usePosts({ ...filters.values, page })
  const { deleted, deletePosts, undo } = useDeletion()
  const shown = posts.data?.posts.filter(({ id }) => !deleted.has(id)) ?? []
  const selection = useSelection(shown)
  useShortcuts({ n: () => navigate(paths.newPost()), 'mod+z': undo })

  const isEmptied = posts.data !== undefined && !posts.isPlaceholderData && shown.length === 0
  // All of a page may have been deleted; the ones before it are still there.
  useEffect(() => {
    if (isEmptied && page > 1) setPage(page - 1)
  }, [isEmptied, page, setPage])

  return (
    <>
      <PageHead title="Posts" sub="Drafts and published posts.">
        {posts.data && (posts.data.pagination.totalItems > 0 || filters.areSet) && (
          <ButtonLink look="primary" href={paths.newPost()}>
            Generate a post
          </ButtonLink>
        )}
      </PageHead>
      <PostTabs current={paths.posts()} />
      <Loaded query={posts} rows={8}>
        {({ pagination, posts: all }) => {
          const total = pagination.totalItems - (all.length - shown.length)
          if (total <= 0 && !filters.areSet) return <NoPosts />
          return (
            <>
              {selection.selected.length > 0 ? (
                <BulkBar selection={selection} deletePosts={deletePosts} />
              ) : (
                <Filters filters={filters} total={total} />
              )}
              {total <= 0 ? (
                <NoMatch clear={filters.clear} />
              ) : (
                <PostTable posts={shown} selection={selection} />
              )}
              <Pager pagination={pagination} noun="posts" onPage={setPage} />
            </>
          )
        }}
      </Loaded>
    </>
  )
}
