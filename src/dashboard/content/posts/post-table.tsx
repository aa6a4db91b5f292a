import { Link } from 'wouter'
import { formatName } from '../../data/formats.ts'
import { paths } from '../../data/paths.ts'
import type { Post } from '../../data/posts.ts'
import { ledgerGroups } from '../../data/run.ts'
import { PostState } from '../../data/states.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import type { Selection } from '../../kit/selection.ts'
import { Tally } from '../../kit/tally.tsx'
import { Time } from '../../kit/time.tsx'
import * as strings from './strings.ts'

/** On a narrow screen the details of a post are below its title, and its check box at the side. */
const belowTitle = 'block max-md:ps-8'

const described: Column<Post>[] = [
  { head: strings.postTable.changesColumn, narrow: 'full', cell: (post) => <Changes post={post} /> },
  {
    head: strings.postTable.typeColumn,
    muted: true,
    cell: ({ contentType }) => <span className={belowTitle}>{formatName(contentType)}</span>,
  },
  {
    head: strings.postTable.statusColumn,
    narrow: 'second',
    cell: ({ status, faults }) => <PostState status={status} faults={faults} />,
  },
  {
    head: strings.postTable.brandColumn,
    narrow: 'drop',
    muted: true,
    roomy: true,
    cell: ({ brandVoiceName }) => brandVoiceName,
  },
  {
    head: strings.postTable.dateColumn,
    number: true,
    muted: true,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
]

export function PostTable({ posts, selection }: { posts: Post[]; selection: Selection<Post> }) {
  const columns: Column<Post>[] = [
    {
      head: strings.postTable.titleColumn,
      narrow: 'first',
      cell: ({ id, title }) => (
        <span className="flex items-center gap-2">
          <label className="tickbox">
            <input
              type="checkbox"
              data-id={id}
              aria-label={strings.postTable.select(title)}
              checked={selection.isSelected(id)}
              onChange={() => selection.toggle(id)}
            />
          </label>
          <Link className="what" data-row="" href={paths.post(id)}>
            {title}
          </Link>
        </span>
      ),
    },
    ...described,
  ]
  return (
    <DataTable
      caption={strings.postTable.caption}
      columns={columns}
      rows={posts}
      keyOf={({ id }) => id}
      isSelected={({ id }) => selection.isSelected(id)}
    />
  )
}

/** The placement of the changes of a post. */
function Changes({ post: { ledger } }: { post: Post }) {
  return (
    ledger && (
      <div className={belowTitle}>
        <Tally groups={ledgerGroups(ledger)} noun={strings.postTable.changesNoun} />
      </div>
    )
  )
}
