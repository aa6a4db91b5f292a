import { and, eq } from 'drizzle-orm'
import type { Caller } from '../keys/model.ts'
import { posts } from './table.ts'

/** The condition that a post has this id and belongs to the caller's organization. */
export const ownPost = ({ organization }: Pick<Caller, 'organization'>, id: string) =>
  and(eq(posts.organizationId, organization.id), eq(posts.id, id))
