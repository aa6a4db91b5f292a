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
import * as strings from './strings.ts'

type CollectionPost = NonNullable<ReturnType<typeof useCollection>['data']>['posts'][number]

const columns: Column<CollectionPost>[] = [
  {
    head: strings.collectionPage.titleColumn,
    narrow: 'first',
    cell: ({ id, title }) => (
      <Link className="what" data-row="" href={paths.post(id)}>
        {title}
      </Link>
    ),
  },
  {
    head: strings.collectionPage.typeColumn,
    muted: true,
    cell: ({ contentType }) => formatName(contentType),
  },
  {
    head: strings.collectionPage.statusColumn,
    narrow: 'second',
    cell: ({ status }) => <PostState status={status} />,
  },
  {
    head: strings.collectionPage.dateColumn,
    number: true,
    muted: true,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
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
        title={collection?.name ?? strings.collectionPage.title}
        crumb={{ href: paths.collections(), label: strings.collectionPage.collections }}
        sub={collection && strings.collectionPage.subtitle(sourceNames[collection.source])}
      >
        {collection && <Button onClick={() => setRenaming(true)}>{strings.collectionPage.rename}</Button>}
      </PageHead>
      <Loaded query={found} rows={3}>
        {({ posts }) =>
          posts.length === 0 ? (
            <Empty title={strings.collectionPage.noPosts}>{strings.collectionPage.emptyText}</Empty>
          ) : (
            <DataTable
              caption={strings.collectionPage.caption}
              columns={columns}
              rows={posts}
              keyOf={(post) => post.id}
            />
          )
        }
      </Loaded>
      {isRenaming && collection && (
        <RenameDialog
          what={strings.collectionPage.collectionNoun}
          name={collection.name}
          rename={rename}
          onClose={() => setRenaming(false)}
        />
      )}
    </>
  )
}
