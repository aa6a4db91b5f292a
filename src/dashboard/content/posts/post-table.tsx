import { Link } from 'wouter'
import { formatName } from '../../data/formats.ts'
import { paths } from '../../data/paths.ts'
import type { Post } from '../../data/posts.ts'
import { ledgerGroups } from '../../data/run.ts'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import type { Selection } from '../../kit/selection.ts'
import { Status } from '../../kit/status.tsx'
import { Tally } from '../../kit/tally.tsx'
import { Time } from '../../kit/time.tsx'
import { faultsInWords } from '../post/faults.ts'

/** On a narrow screen the details of a post are below its title, and its check box at the side. */
const belowTitle = 'block max-md:ps-8'

const described: Column<Post>[] = [
  { head: 'Changes', narrow: 'full', cell: (post) => <Changes post={post} /> },
  {
    head: 'Type',
    muted: true,
    cell: ({ contentType }) => <span className={belowTitle}>{formatName(contentType)}</span>,
  },
  { head: 'Status', narrow: 'second', cell: (post) => <ListedStatus post={post} /> },
  {
    head: 'Brand',
    narrow: 'drop',
    muted: true,
    roomy: true,
    cell: ({ brandVoiceName }) => brandVoiceName,
  },
  {
    head: 'Date',
    number: true,
    muted: true,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
]

export function PostTable({ posts, selection }: { posts: Post[]; selection: Selection<Post> }) {
  const columns: Column<Post>[] = [
    {
      head: 'Title',
      narrow: 'first',
      cell: ({ id, title }) => (
        <span className="flex items-center gap-2">
          <label className="tickbox">
            <input
              type="checkbox"
              data-id={id}
              aria-label={`Select ${title}`}
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
      caption="Posts"
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
        <Tally groups={ledgerGroups(ledger)} noun="changes" />
      </div>
    )
  )
}

/** The status of a post, with the number of faults of a draft. */
function ListedStatus({ post: { status, faults } }: { post: Post }) {
  const count = status === 'draft' && faults ? faults.blocking + faults.minor : 0
  return (
    <span className="inline-flex items-center gap-2">
      <PostStatus status={status} />
      {count > 0 && <span className={faults?.blocking ? 'tag bad' : 'tag'}>{faultsInWords(count)}</span>}
    </span>
  )
}

export function PostStatus({ status }: Pick<Post, 'status'>) {
  return status === 'draft' ? <Status state="draft">Draft</Status> : <Status state="live">Published</Status>
}
