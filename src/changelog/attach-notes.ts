import type { Change } from './change.ts'
import { indexCommits } from './commit-index.ts'
import { likeness, stemsOf } from './likeness.ts'
import { maxByOneCommit, type Note } from './note.ts'
import { kindOfPath } from './paths.ts'

const maxCompared = 400
const generated =
  /^(?:what.?s changed|new contributors|full changelog|all changes|commits|contributors.*|thanks.*|credits|sponsors|merged pull requests|pull requests)$/i

/** Gives each change the notes that are about it: those that name it, those its own commits wrote, and those that read like it. */
export function attachNotes(changes: Change[], written: Note[]): void {
  // A list that a code host made of titles is nobody's choice.
  const notes = written.filter(({ section }) => !generated.test(section ?? ''))
  if (notes.length === 0) return
  const bySha = new Map(
    changes.flatMap((change) => change.commits.map((commit) => [commit.sha, change] as const)),
  )
  const byNumber = indexNumbers(changes)
  const findCommit = indexCommits(changes.flatMap(({ commits }) => commits))
  const numberWritten = new Map<string, number>()
  for (const { writtenBy } of notes)
    if (writtenBy) numberWritten.set(writtenBy, (numberWritten.get(writtenBy) ?? 0) + 1)

  const left: Note[] = []
  const loose = new Set(changes.filter(isOpen))
  for (const note of notes) {
    const writer = note.writtenBy === null ? undefined : bySha.get(note.writtenBy)
    const wroteFew = (numberWritten.get(note.writtenBy ?? '') ?? 0) <= maxByOneCommit
    const own = writer && wroteFew && isOpen(writer) ? [writer] : []
    const numbered = note.numbers.flatMap((number) => byNumber.get(number) ?? []).filter(isOpen)
    // A pull request's own number is meant before the commit that wrote the note, and that before an issue's number.
    const exact = numbered.filter(({ number }) => number !== null && note.numbers.includes(number))
    const pointed = note.shas.flatMap((sha) => bySha.get(findCommit(sha)?.sha ?? '') ?? []).filter(isOpen)
    const about = [exact, own, [...numbered, ...pointed]].find((found) => found.length > 0)?.slice(0, 3) ?? []
    for (const change of new Set(about)) {
      give(change, note)
      loose.delete(change)
    }
    if (about.length === 0) left.push(note)
  }

  const candidates = [...loose].map((change) => ({ change, stems: stemsOf(change.title) }))
  if (candidates.length > maxCompared * 4) return
  for (const note of left.slice(0, maxCompared)) {
    const stems = stemsOf(note.text)
    let best: Change | null = null
    let most = 0.69
    for (const { change, stems: others } of candidates) {
      const found = likeness(stems, others)
      if (found > most && change.notes.length === 0) [best, most] = [change, found]
    }
    if (best) give(best, note)
  }
}

function give(change: Change, note: Note) {
  if (!change.notes.some(({ text }) => text === note.text)) change.notes.push(note)
}

/** Something that a note can be about: not set aside, and more than the notes themselves. */
function isOpen({ setAside, paths }: Change): boolean {
  return setAside === null && (paths.length === 0 || paths.some((path) => kindOfPath(path) !== 'notes'))
}

/** Changes by their own number and by those of the issues that their messages close. */
function indexNumbers(changes: Change[]): Map<number, Change[]> {
  const index = new Map<number, Change[]>()
  const put = (number: number, change: Change) => {
    const known = index.get(number) ?? []
    if (!known.includes(change)) index.set(number, [...known, change])
  }
  for (const change of changes) if (change.number !== null) put(change.number, change)
  for (const change of changes) {
    for (const { message } of change.work) {
      for (const [, number] of message.matchAll(closing)) {
        if (!index.get(Number(number))?.some((other) => other.number === Number(number)))
          put(Number(number), change)
      }
    }
  }
  return index
}

const closing =
  /\b(?:fix(?:e[sd])?|close[sd]?|resolve[sd]?|refs?|see|issue|pr)[:\s]+(?:https?:\/\/\S+\/(?:issues|pull)\/|[\w./-]*#|gh-)(\d{1,9})\b/gi
