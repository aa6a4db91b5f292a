import { useParams } from 'wouter'
import { ButtonLink } from '../parts/button.tsx'
import { Empty } from '../parts/empty.tsx'
import { Failure } from '../parts/notice.tsx'
import { PageHead } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { useSession } from '../session/session.tsx'
import { Desk } from './desk.tsx'
import { PostSkeleton } from './post-skeleton.tsx'
import { usePost } from './queries.ts'

/** One post: its text beside the account of what it was written from. */
export function PostPage() {
  const { id = '' } = useParams()
  const { user } = useSession().data ?? {}
  const post = usePost(id)
  // Another person at the same desk begins anew.
  if (post.data && user)
    return <Desk key={`${user.id} ${post.data.id}`} post={post.data} personId={user.id} />
  if (post.data === null) return <NoPost />
  if (!post.isError) return <PostSkeleton />
  return (
    <>
      <PageHead title="Post" crumb={{ href: paths.posts(), label: 'Posts' }} />
      <Failure error={post.error} retry={() => post.refetch()} />
    </>
  )
}

function NoPost() {
  return (
    <>
      <PageHead title="Post" crumb={{ href: paths.posts(), label: 'Posts' }} />
      <Empty title="Post not found" actions={<ButtonLink href={paths.posts()}>All posts</ButtonLink>}>
        It was deleted or belongs to another organization.
      </Empty>
    </>
  )
}
