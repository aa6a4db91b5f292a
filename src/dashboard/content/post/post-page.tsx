import { useParams } from 'wouter'
import { paths } from '../../data/paths.ts'
import { usePost } from '../../data/post.ts'
import { useSession } from '../../data/session.tsx'
import { ButtonLink } from '../../kit/button.tsx'
import { Empty } from '../../kit/empty.tsx'
import { Failure } from '../../kit/notice.tsx'
import { PageHead } from '../../kit/page.tsx'
import { PostEditor } from './post-editor.tsx'
import { PostSkeleton } from './post-skeleton.tsx'
import * as strings from './strings.ts'

/** One post: its text and its ledger. */
export function PostPage() {
  const { id = '' } = useParams()
  const { user } = useSession().data ?? {}
  const post = usePost(id)
  // Another user in the same browser gets a new editor.
  if (post.data && user)
    return <PostEditor key={`${user.id} ${post.data.id}`} post={post.data} personId={user.id} />
  if (post.data === null) return <NoPost />
  if (!post.isError) return <PostSkeleton />
  return (
    <>
      <PageHead
        title={strings.postPage.title}
        crumb={{ href: paths.posts(), label: strings.postPage.posts }}
      />
      <Failure error={post.error} retry={() => post.refetch()} />
    </>
  )
}

function NoPost() {
  return (
    <>
      <PageHead
        title={strings.postPage.title}
        crumb={{ href: paths.posts(), label: strings.postPage.posts }}
      />
      <Empty
        title={strings.postPage.postNotFound}
        actions={<ButtonLink href={paths.posts()}>{strings.postPage.allPosts}</ButtonLink>}
      >
        {strings.postPage.emptyText}
      </Empty>
    </>
  )
}
