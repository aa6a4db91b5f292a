import type { Post, PostChange } from '../../../data/post.ts'
import { Problem } from '../../../kit/problem.ts'
import type { SaveResult } from '../../../kit/saver.ts'

export type PostText = { title: string; markdown?: string }

/** The requests about the post. `known` is the version that the change is based on. */
export type Server = {
  change(known: Post, change: PostChange): Promise<Post>
  read(): Promise<Post | null>
}

const maxTries = 3

/**
 * Saves text over a known version of a post, with its title and text always together: without a title the
 * first heading would replace it (contract 5.6). A conflicting text saved elsewhere is never overwritten; if
 * only other fields have changed, the text is saved over them.
 */
export async function saveOver(
  server: Server,
  known: Post,
  words: PostText,
  status?: Post['status'],
  tries = 1,
): Promise<SaveResult<Post>> {
  try {
    const change = { ...words, ...(status ? { status } : {}), expectedUpdatedAt: known.updatedAt }
    return { saved: await server.change(known, change) }
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 409 || tries === maxTries) throw error
    const now = await server.read().catch(() => null)
    if (!now || now.updatedAt === known.updatedAt) throw error
    const isOurs = hasSameWords(now, known) || hasSameWords(now, words)
    return isOurs ? saveOver(server, now, words, status, tries + 1) : { theirs: now }
  }
}

export function hasSameWords(one: PostText | Post, other: PostText | Post): boolean {
  return one.title === other.title && (one.markdown ?? '') === (other.markdown ?? '')
}
