import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { paths } from '../../data/paths.ts'
import { type Post, usePosts } from '../../data/posts.ts'
import { useAsked, usePage } from '../../data/query-state.ts'
import { ledgerGroups } from '../../data/run.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { lazyView } from '../../kit/lazy-view.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { PageHead } from '../../kit/page.tsx'
import { Pager } from '../../kit/pager.tsx'
import { useSelection } from '../../kit/selection.ts'
import { useShortcuts } from '../../kit/shortcuts.ts'
import { Legend } from '../../kit/tally.tsx'
import { useSettled } from '../../kit/use-settled.ts'
import { BulkBar } from './bulk-bar.tsx'
import { useDeletion } from './deletion.ts'
import { DraftEdits } from './draft-edits.tsx'
import { Filters, useFilters } from './filters.tsx'
import { NoMatch, NoPosts } from './no-posts.tsx'
import { PostTable } from './post-table.tsx'
import { PostTabs } from './post-tabs.tsx'
import * as strings from './strings.ts'

const NewPost = lazyView(() => import('./new-post.tsx').then((m) => m.NewPost))

/** Every post, with bulk actions. */
export function PostsPage() {
  const [, navigate] = useLocation()
  const filters = useFilters()
  const [page, setPage] = usePage()
  const [isCreating, setCreating] = useAsked('new')
  const search = useSettled(filters.values.search).value
  const posts = usePosts({ ...filters.values, search, page })
  const { deleted, deletePosts, undo } = useDeletion()
  const shown = posts.data?.posts.filter(({ id }) => !deleted.has(id)) ?? []
  const selection = useSelection(shown)
  useShortcuts({ n: () => navigate(paths.newPost()), 'mod+z': undo })

  const isEmptied = posts.data !== undefined && !posts.isPlaceholderData && shown.length === 0
  // All posts of a page may have been deleted; earlier pages still have some.
  useEffect(() => {
    if (isEmptied && page > 1) setPage(page - 1)
  }, [isEmptied, page, setPage])

  return (
    <>
      <PageHead title={strings.postsPage.title} sub={strings.postsPage.subtitle}>
        {posts.data && (posts.data.pagination.totalItems > 0 || filters.areSet) && (
          <>
            <ButtonLink href={`${paths.posts()}?new`}>{strings.newPost.newPost}</ButtonLink>
            <ButtonLink look="primary" href={paths.newPost()}>
              {strings.postsPage.generatePost}
            </ButtonLink>
          </>
        )}
      </PageHead>
      {isCreating && <NewPost onClose={() => setCreating(false)} />}
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
              <ChangeLegend posts={shown} />
              <Pager pagination={pagination} noun={strings.postsPage.postsNoun} onPage={setPage} />
              <DraftEdits contentType={filters.values.contentType} />
            </>
          )
        }}
      </Loaded>
    </>
  )
}

/** What the strokes of the changes mean, with the counts of all posts that are shown. */
function ChangeLegend({ posts }: { posts: Post[] }) {
  const sum = (key: 'highlighted' | 'listed' | 'omitted') =>
    posts.reduce((total, { ledger }) => total + (ledger?.[key] ?? 0), 0)
  const counts = { highlighted: sum('highlighted'), listed: sum('listed'), omitted: sum('omitted') }
  const total = counts.highlighted + counts.listed + counts.omitted
  if (total === 0) return null
  return (
    <div className="pt-2">
      <Legend groups={ledgerGroups(counts)} lead={strings.postsPage.changes(total)} />
    </div>
  )
}
