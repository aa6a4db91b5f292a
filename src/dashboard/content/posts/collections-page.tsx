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
import * as strings from './strings.ts'

const columns: Column<Collection>[] = [
  {
    head: strings.collectionsPage.collectionColumn,
    narrow: 'first',
    cell: ({ id, name }) => (
      <Link className="what" data-row="" href={paths.collection(id)}>
        {name}
      </Link>
    ),
  },
  {
    head: strings.collectionsPage.postsColumn,
    narrow: 'full',
    cell: (collection) => <Written collection={collection} />,
  },
  {
    head: strings.collectionsPage.formatsColumn,
    narrow: 'drop',
    muted: true,
    cell: ({ contentTypes }) => contentTypes.map(formatName).join(', '),
  },
  {
    head: strings.collectionsPage.startedByColumn,
    muted: true,
    cell: ({ source }) => <span className="inline-block first-letter:uppercase">{sourceNames[source]}</span>,
  },
  {
    head: strings.collectionsPage.dateColumn,
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
      <PageHead title={strings.collectionsPage.title} sub={strings.collectionsPage.subtitle} />
      <PostTabs current={paths.collections()} />
      <Loaded query={collections} rows={8}>
        {({ collections: rows, pagination }) =>
          pagination.totalItems === 0 ? (
            <NoPosts />
          ) : (
            <div className="pt-2">
              <DataTable
                caption={strings.collectionsPage.caption}
                columns={columns}
                rows={rows}
                keyOf={({ id }) => id}
              />
              <Pager
                pagination={pagination}
                noun={strings.collectionsPage.collectionsNoun}
                onPage={setPage}
              />
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
        noun={strings.collectionsPage.postsNoun}
        groups={[
          { kind: 'li', count: done, label: strings.collectionsPage.written },
          { kind: 'out', count: Math.max(0, expected - done), label: strings.collectionsPage.notWritten },
        ]}
      />
      <span className="num">{done < expected ? strings.collectionsPage.progress(done, expected) : done}</span>
    </span>
  )
}
