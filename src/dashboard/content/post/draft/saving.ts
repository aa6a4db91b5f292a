import { Problem } from '../../../kit/problem.ts'

/** The edited fields of a post; a post without a text has no Markdown. */
export type Stored = {
  title: string
  markdown: string | null
  status: 'draft' | 'published'
  updatedAt: string
}

export type Words = { title: string; markdown?: string }

export type Change = Words & { status?: Stored['status']; expectedUpdatedAt: string }

/** The requests about the post. */
export type Server<P extends Stored> = { change(change: Change): Promise<P>; read(): Promise<P | null> }

/** The result of a save: the saved post, a conflicting version saved elsewhere, or the error. */
export type Outcome<P> = { saved: P } | { theirs: P } | { problem: Problem }

const maxTries = 3

/**
 * Saves text over a known version of a post, with its title and text always together: without a title the
 * first heading would replace it (contract 5.6). A conflicting text saved elsewhere is never overwritten; if
 * only other fields have changed, the text is saved over them.
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
