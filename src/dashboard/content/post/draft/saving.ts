import { Problem } from '../../../kit/problem.ts'

/** What is read of a post; a post without a text has no Markdown. */
export type Stored = {
  title: string
  markdown: string | null
  status: 'draft' | 'published'
  updatedAt: string
}

export type Words = { title: string; markdown?: string }

export type Change = Words & { status?: Stored['status']; expectedUpdatedAt: string }

/** What the server can be asked about the post. */
export type Server<P extends Stored> = { change(change: Change): Promise<P>; read(): Promise<P | null> }

/** What came of a save: the post as it is now, other words that somebody else saved, or why it was refused. */
export type Outcome<P> = { saved: P } | { theirs: P } | { problem: Problem }

const maxTries = 3

/**
 * Saves words over what is known of a post, with its title and its text always together: without a title the first
 * heading would become it (contract 5.6). What somebody else saved in other words is never written over; where only
 * something else of the post has changed, it is saved over that.
 */
export async function saveOver<P extends Stored>(
  server: Server<P>,
  known: P,
  words: Words,
  status?: Stored['status'],
  tries = 1,
): Promise<Outcome<P>> {
  try {
    const change = { ...words, ...(status ? { status } : {}), expectedUpdatedAt: known.updatedAt }
    return { saved: await server.change(change) }
  } catch (error) {
    const problem = error instanceof Problem ? error : new Problem(0, String(error))
    if (problem.status !== 409 || tries === maxTries) return { problem }
    const now = await server.read().catch(() => null)
    if (!now || now.updatedAt === known.updatedAt) return { problem }
    const isOurs = hasSameWords(now, known) || hasSameWords(now, words)
    return isOurs ? saveOver(server, now, words, status, tries + 1) : { theirs: now }
  }
}

export function hasSameWords(one: Words | Stored, other: Words | Stored): boolean {
  return one.title === other.title && (one.markdown ?? '') === (other.markdown ?? '')
}
