import { Link } from 'wouter'
import { paths } from '../../data/paths.ts'

/** A post by title, with its status; null for a deleted one. */
export function PostLink({
  post,
}: {
  post: { id: string; title: string; status: 'draft' | 'published' } | null
}) {
  if (!post) return <span className="muted">Deleted post</span>
  const state = post.status === 'draft' ? 'Draft' : 'Published'
  return <Link href={paths.post(post.id)}>{`${state} “${post.title}”`}</Link>
}
