import { Link } from 'wouter'
import { paths } from '../../data/paths.ts'

/** A post by its title, and whether it is out; null for one that was deleted. */
export function PostLink({
  post,
}: {
  post: { id: string; title: string; status: 'draft' | 'published' } | null
}) {
  if (!post) return <span className="muted">Deleted post</span>
  const state = post.status === 'draft' ? 'Draft' : 'Published'
  return <Link href={paths.post(post.id)}>{`${state} “${post.title}”`}</Link>
}
