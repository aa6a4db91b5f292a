import { invertedEffects } from '@codemirror/commands'
import {
  type ChangeDesc,
  MapMode,
  StateEffect,
  StateField,
  type Text,
  type Transaction,
} from '@codemirror/state'
import { type Block, readBlocks } from '../../../../changelog/entry-matching/blocks.ts'
import { type Index, matchEntries } from '../../../../changelog/entry-matching/match.ts'
import { widen } from './block-lines.ts'

/** The position of an entry's line. */
export type LineRange = { from: number; to: number }

/** The position of each entry in the text, by the entry's index in the ledger. */
export type EntryPositions = {
  places: readonly (LineRange | null)[]
  /** The former line of an entry without one. */
  lost: readonly (string | null)[]
  /** The entries whose position the last change did not just shift. */
  strayed: readonly number[]
}

export type TrackedField = StateField<EntryPositions>

/** An entry has its former line again, or none, because a change was undone. */
const restore = StateEffect.define<{ entry: number; place: LineRange | null }>({
  map: ({ entry, place }, changes) => ({ entry, place: place && mapPlace(place, changes) }),
})

/** Tracks the lines of a ledger's entries through edits, cut and paste, undo and redo. */
export function trackEntries(index: Index, found: (Block | null)[]): TrackedField {
  const field: TrackedField = StateField.define<EntryPositions>({
    create: () => ({ places: found.map(toPlace), lost: found.map(() => null), strayed: [] }),
    update: (tracked, transaction) =>
      transaction.docChanged ? follow(tracked, transaction, index) : tracked,
    provide: (self) =>
      invertedEffects.of(({ startState, state, docChanged }) => {
        if (!docChanged) return []
        const { places } = startState.field(self)
        return state.field(self).strayed.map((entry) => restore.of({ entry, place: places[entry] ?? null }))
      }),
  })
  return field
}

const firstLine = (text: string) => text.split('\n', 1)[0] ?? ''

const toPlace = (block: Block | null): LineRange | null =>
  block && { from: block.from, to: block.from + firstLine(block.text).length }

function mapPlace({ from, to }: LineRange, changes: ChangeDesc): LineRange {
  return { from: changes.mapPos(from, 1), to: changes.mapPos(to, -1) }
}

function follow(
  before: EntryPositions,
  { changes, effects, startState, newDoc }: Transaction,
  index: Index,
): EntryPositions {
  const followed = before.places.map((place) => place && keepLine(place, changes, newDoc))
  const places = followed.slice()
  const lost = before.lost.slice()
  const isLost = (entry: number) => before.places[entry] !== null && followed[entry] === null
  for (const [entry, had] of before.places.entries())
    if (had && isLost(entry)) lost[entry] = startState.doc.lineAt(had.from).text.trim()
  for (const effect of effects) if (effect.is(restore)) places[effect.value.entry] = effect.value.place
  if (places.includes(null)) findAgain(places, lost, changes, newDoc, index)
  const strayed = [...places.keys()].filter(
    (entry) =>
      isLost(entry) || places[entry] !== followed[entry] || lostItsHead(before.places[entry], changes),
  )
  return { places, lost, strayed }
}

/** A line whose beginning was deleted could not be distinguished from its neighbor when it is restored. */
const lostItsHead = (place: LineRange | null | undefined, changes: ChangeDesc) =>
  place != null &&
  changes.touchesRange(place.from) !== false &&
  changes.mapPos(place.from, 1, MapMode.TrackDel) === null

/** The new position of a line; null if none of its text is left. */
function keepLine(place: LineRange, changes: ChangeDesc, doc: Text): LineRange | null {
  // Lines above a change keep their position, and lines below it only move.
  if (!changes.touchesRange(0, place.to)) return place
  const mapped = mapPlace(place, changes)
  if (!changes.touchesRange(place.from, place.to)) return mapped
  const { from, to } = mapped
  if (to <= from) return null
  const line = doc.lineAt(from)
  return /[\p{L}\p{N}]/u.test(doc.sliceString(from, Math.min(to, line.to))) ? { from, to: line.to } : null
}

/** Searches changed text for entries without a line: pasted or rewritten ones. */
function findAgain(
  places: (LineRange | null)[],
  lost: (string | null)[],
  changes: ChangeDesc,
  doc: Text,
  index: Index,
) {
  changes.iterChangedRanges((_fromA, _toA, fromB, toB) => {
    const { from, text } = widen(doc, fromB, toB)
    const blocks = readBlocks(text)
    const isTaken = (block: Block) =>
      places.some((place) => place && from + block.from <= place.from && place.from <= from + block.to)
    const found = matchEntries(blocks, index, { isWanted: (entry) => places[entry] === null, isTaken })
    for (const [entry, place] of places.entries()) {
      if (place) continue
      const line = lost[entry]
      const block =
        found[entry] ??
        (line ? blocks.find((each) => firstLine(each.text).trim() === line && !isTaken(each)) : undefined)
      if (!block) continue
      const start = from + block.from
      places[entry] = { from: start, to: doc.lineAt(start).to }
      lost[entry] = null
    }
  })
}
