import { useState } from 'react'
import { Link, useParams } from 'wouter'
import { formatName } from '../../data/formats.ts'
import { paths } from '../../data/paths.ts'
import { useCollection, useRenameCollection } from '../../data/posts.ts'
import { PostState } from '../../data/states.tsx'
import { Button } from '../../kit/button.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { Empty } from '../../kit/empty.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { PageHead } from '../../kit/page.tsx'
import { RenameDialog } from '../../kit/rename-dialog.tsx'
import { Time } from '../../kit/time.tsx'
import { sourceNames } from './sources.ts'

type Collected = NonNullable<ReturnType<typeof useCollection>['data']>['posts'][number]

const columns: Column<Collected>[] = [
  {
    head: 'Title',
    narrow: 'first',
    cell: ({ id, title }) => (
      <Link className="what" data-row="" href={paths.post(id)}>
        {title}
      </Link>
    ),
  },
  { head: 'Type', muted: true, cell: ({ contentType }) => formatName(contentType) },
  { head: 'Status', narrow: 'second', cell: ({ status }) => <PostState status={status} /> },
  { head: 'Date', number: true, muted: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
]

/** The posts and the name of one collection. */
export function CollectionPage() {
  const { id = '' } = useParams()
  const found = useCollection(id)
  const rename = useRenameCollection(id)
  const [isRenaming, setRenaming] = useState(false)
  const collection = found.data?.collection
  return (
    <>
      <PageHead
        title={collection?.name ?? 'Collection'}
        crumb={{ href: paths.collections(), label: 'Collections' }}
        sub={collection && `Posts from the same activity. Started by ${sourceNames[collection.source]}.`}
      >
        {collection && <Button onClick={() => setRenaming(true)}>Rename</Button>}
      </PageHead>
      <Loaded query={found} rows={3}>
        {({ posts }) =>
          posts.length === 0 ? (
            <Empty title="No posts">They were deleted, or are still being written.</Empty>
          ) : (
            <DataTable caption="Posts" columns={columns} rows={posts} keyOf={(post) => post.id} />
          )
        }
      </Loaded>
      {isRenaming && collection && (
        <RenameDialog
          what="the collection"
          name={collection.name}
          rename={rename}
          onClose={() => setRenaming(false)}
        />
      )}
    </>
  )
}
