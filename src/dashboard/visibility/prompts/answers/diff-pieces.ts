import type { Change } from '../../../../text/difference.ts'

export type DiffPiece = { at: string; kind: 'same' | 'added' | 'removed'; text: string }

/** The pieces of two texts in order: what both have, what only the first had, and what only the second has. */
export function cutAtChanges(before: string, after: string, changes: Change[]): DiffPiece[] {
  const pieces: DiffPiece[] = []
  const add = (kind: DiffPiece['kind'], text: string) => {
    if (text !== '') pieces.push({ at: `${kind} ${pieces.length}`, kind, text })
  }
  let next = 0
  for (const { fromA, toA, fromB, toB } of joinPhrases(after, changes)) {
    add('same', after.slice(next, fromB))
    add('removed', before.slice(fromA, toA))
    add('added', after.slice(fromB, toB))
    next = toB
  }
  add('same', after.slice(next))
  return pieces
}

/** Changes with nothing but a space between them are one: word by word, a new sentence cannot be read. */
function joinPhrases(after: string, changes: Change[]): Change[] {
  const joined: Change[] = []
  for (const change of changes) {
    const last = joined.at(-1)
    if (last && /^[ \t]*$/.test(after.slice(last.toB, change.fromB)))
      Object.assign(last, { toA: change.toA, toB: change.toB })
    else joined.push({ ...change })
  }
  return joined
}
