import { Link } from 'wouter'
import { paths } from '../../data/paths.ts'
import { postStates } from '../../data/states.tsx'

/** A post by title, with its status; null for a deleted one. */
export function PostLink({
  post,
}: {
  post: { id: string; title: string; status: 'draft' | 'published' } | null
}) {
  if (!post) return <span className="muted">Deleted post</span>
  return <Link href={paths.post(post.id)}>{`${postStates[post.status].label} “${post.title}”`}</Link>
}
