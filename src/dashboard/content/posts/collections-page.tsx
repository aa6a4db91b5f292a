import { Link } from 'wouter'
import { formatName } from '../../data/formats.ts'
import { paths } from '../../data/paths.ts'
import { type Collection, useCollections } from '../../data/posts.ts'
import { usePage } from '../../data/query-state.ts'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { PageHead } from '../../kit/page.tsx'
import { Pager } from '../../kit/pager.tsx'
import { Tally } from '../../kit/tally.tsx'
import { Time } from '../../kit/time.tsx'
import { NoPosts } from './no-posts.tsx'
import { PostTabs } from './post-tabs.tsx'
import { sourceNames } from './sources.ts'

const columns: Column<Collection>[] = [
  {
    head: 'Collection',
    narrow: 'first',
    cell: ({ id, name }) => (
      <Link className="what" data-row="" href={paths.collection(id)}>
        {name}
      </Link>
    ),
  },
  { head: 'Posts', narrow: 'full', cell: (collection) => <Written collection={collection} /> },
  {
    head: 'Formats',
    narrow: 'drop',
    muted: true,
    cell: ({ contentTypes }) => contentTypes.map(formatName).join(', '),
  },
  {
    head: 'Started by',
    muted: true,
    cell: ({ source }) => <span className="inline-block first-letter:uppercase">{sourceNames[source]}</span>,
  },
  {
    head: 'Date',
    narrow: 'second',
    number: true,
    muted: true,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
]

/** The collections: posts written from the same activity. */
export function CollectionsPage() {
  const [page, setPage] = usePage()
  const collections = useCollections(page)
  return (
    <>
      <PageHead title="Collections" sub="Posts written from the same activity." />
      <PostTabs current={paths.collections()} />
      <Loaded query={collections} rows={8}>
        {({ collections: rows, pagination }) =>
          pagination.totalItems === 0 ? (
            <NoPosts />
          ) : (
            <div className="pt-2">
              <DataTable caption="Collections" columns={columns} rows={rows} keyOf={({ id }) => id} />
              <Pager pagination={pagination} noun="collections" onPage={setPage} />
            </div>
          )
        }
      </Loaded>
    </>
  )
}

/** The number of requested and written posts. */
function Written({ collection }: { collection: Collection }) {
  const { completedPostCount: done, expectedPostCount: expected } = collection
  return (
    <span className="row">
      <Tally
        noun="posts"
        groups={[
          { kind: 'li', count: done, label: 'written' },
          { kind: 'out', count: Math.max(0, expected - done), label: 'not written' },
        ]}
      />
      <span className="num">{done < expected ? `${done} of ${expected}` : done}</span>
    </span>
  )
}
