import { invertedEffects } from '@codemirror/commands'
import { type ChangeDesc, StateEffect, StateField, type Text, type Transaction } from '@codemirror/state'
import { type Block, readBlocks, readLine } from '../ledger/blocks.ts'
import { type Index, matchEntries } from '../ledger/match.ts'

/** Where the line of an entry is. */
export type Place = { from: number; to: number }

/** Where the text tells of each entry, by the entry's place in the ledger, and the line of those that it lost. */
export type Tracked = { places: readonly (Place | null)[]; lost: readonly (string | null)[] }

export type TrackedField = StateField<Tracked>

/** An entry has its line again: what removed it is undone. */
const restore = StateEffect.define<Place & { entry: number }>({ map: mapPlace })

/** Keeps the entries of a ledger with their lines, through edits of their words, cut and paste, undo and redo. */
export function trackEntries(index: Index, found: (Block | null)[]): TrackedField {
  const field: TrackedField = StateField.define<Tracked>({
    create: () => ({
      places: found.map(
        (block) => block && { from: block.from, to: block.from + firstLine(block.text).length },
      ),
      lost: found.map(() => null),
    }),
    update: (tracked, transaction) =>
      transaction.docChanged ? follow(tracked, transaction, index) : tracked,
    provide: (self) =>
      invertedEffects.of(({ startState, state, docChanged }) => {
        if (!docChanged) return []
        const { places } = state.field(self)
        return startState
          .field(self)
          .places.flatMap((place, entry) =>
            place && !places[entry] ? [restore.of({ ...place, entry })] : [],
          )
      }),
  })
  return field
}

const firstLine = (text: string) => text.split('\n', 1)[0] ?? ''

function mapPlace<P extends Place>(place: P, changes: ChangeDesc): P {
  return { ...place, from: changes.mapPos(place.from, 1), to: changes.mapPos(place.to, -1) }
}

function follow(
  before: Tracked,
  { changes, effects, startState, newDoc }: Transaction,
  index: Index,
): Tracked {
  const places = before.places.map((place) => place && keepLine(place, changes, newDoc))
  const lost = before.lost.slice()
  for (const [entry, place] of places.entries()) {
    const had = before.places[entry]
    if (had && !place) lost[entry] = startState.doc.lineAt(had.from).text.trim()
  }
  for (const effect of effects) {
    if (!effect.is(restore)) continue
    const { entry, ...place } = effect.value
    if (!places[entry]) places[entry] = keepLine(place, null, newDoc)
  }
  if (places.includes(null)) findAgain(places, lost, changes, newDoc, index)
  return { places, lost }
}

/** Where a line has gone; null where none of its words is left. */
function keepLine(place: Place, changes: ChangeDesc | null, doc: Text): Place | null {
  // What stands above a change stays as it is.
  const mapped = changes ? (changes.touchesRange(0, place.to) ? mapPlace(place, changes) : place) : place
  if (mapped === place && changes) return place
  const { from, to } = mapped
  if (to <= from) return null
  if (changes && !changes.touchesRange(place.from, place.to)) return mapped
  const line = doc.lineAt(from)
  return /[\p{L}\p{N}]/u.test(doc.sliceString(from, Math.min(to, line.to))) ? { from, to: line.to } : null
}

/** Looks in what was changed for entries that have no line: pasted back, or written anew. */
function findAgain(
  places: (Place | null)[],
  lost: (string | null)[],
  changes: ChangeDesc,
  doc: Text,
  index: Index,
) {
  changes.iterChangedRanges((_fromA, _toA, fromB, toB) => {
    const { from, text } = widen(doc, fromB, toB)
    const blocks = readBlocks(text)
    const found = matchEntries(blocks, index, (entry) => places[entry] === null)
    for (const [entry, place] of places.entries()) {
      if (place) continue
      const line = lost[entry]
      const block =
        found[entry] ?? (line ? blocks.find((each) => firstLine(each.text).trim() === line) : undefined)
      if (!block) continue
      const start = from + block.from
      places[entry] = { from: start, to: doc.lineAt(start).to }
      lost[entry] = null
    }
  })
}

/** The whole blocks that a range is in. */
function widen(doc: Text, from: number, to: number): { from: number; text: string } {
  const first = startOfBlock(doc, doc.lineAt(from).number)
  let last = doc.lineAt(to).number
  while (last < doc.lines && doc.line(last + 1).text.trim() !== '') last += 1
  const start = doc.line(first).from
  return { from: start, text: doc.sliceString(start, doc.line(last).to) }
}

/** How far up the head of a block is looked for. */
const mostLines = 60

/** The line with which the block of a line begins: its bullet, its heading of the third level or lower, or itself. */
export function startOfBlock(doc: Text, number: number): number {
  for (let at = number; at > Math.max(0, number - mostLines); at--) {
    const read = readLine(doc.line(at).text)
    if (!read) continue
    const isHead = 'bullet' in read || read.level > 2
    return isHead && (at === number || reaches(doc, at, number)) ? at : number
  }
  return number
}

/** Whether a block that begins at a line is still going on at another one: below a heading always, a bullet until it is left. */
function reaches(doc: Text, at: number, number: number): boolean {
  if (!('bullet' in (readLine(doc.line(at).text) ?? {}))) return true
  for (let each = at + 1; each <= number; each++) {
    const { text } = doc.line(each)
    if (text.trim() === '' && !/^(?: {2,}|\t)/.test(doc.line(Math.min(number, each + 1)).text)) return false
  }
  return true
}

/** The last line of the block that begins at a line. */
export function endOfBlock(doc: Text, number: number): number {
  let end = number
  for (let at = number + 1; at <= Math.min(doc.lines, number + mostLines); at++) {
    const { text } = doc.line(at)
    if (readLine(text) || !(text.trim() === '' || reaches(doc, number, at))) break
    if (text.trim() !== '') end = at
  }
  return end
}
