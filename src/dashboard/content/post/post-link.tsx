import { Link } from 'wouter'
import { paths } from '../../data/paths.ts'
import { postStates } from '../../data/states.tsx'
import * as strings from './strings.ts'

/** A post by title, with its status; null for a deleted one. */
export function PostLink({
  post,
}: {
  post: { id: string; title: string; status: 'draft' | 'published' } | null
}) {
  if (!post) return <span className="muted">{strings.postLink.deletedPost}</span>
  return <Link href={paths.post(post.id)}>{`${postStates[post.status].label} “${post.title}”`}</Link>
}
