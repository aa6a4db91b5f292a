import { invertedEffects } from '@codemirror/commands'
import {
  type ChangeDesc,
  MapMode,
  StateEffect,
  StateField,
  type Text,
  type Transaction,
} from '@codemirror/state'
import { type Block, readBlocks } from '../../../../changelog/telling/blocks.ts'
import { type Index, matchEntries } from '../../../../changelog/telling/match.ts'
import { widen } from './block-lines.ts'

/** Where the line of an entry is. */
export type Place = { from: number; to: number }

/** Where the text tells of each entry, by the entry's place in the ledger. */
export type Tracked = {
  places: readonly (Place | null)[]
  /** The line that an entry had when it lost it. */
  lost: readonly (string | null)[]
  /** Which entries are not simply where their line went, by the last change. */
  strayed: readonly number[]
}

export type TrackedField = StateField<Tracked>

/** An entry has the line again that it had, or none: what changed that is undone. */
const restore = StateEffect.define<{ entry: number; place: Place | null }>({
  map: ({ entry, place }, changes) => ({ entry, place: place && mapPlace(place, changes) }),
})

/** Keeps the entries of a ledger with their lines, through edits of their words, cut and paste, undo and redo. */
export function trackEntries(index: Index, found: (Block | null)[]): TrackedField {
  const field: TrackedField = StateField.define<Tracked>({
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

const toPlace = (block: Block | null): Place | null =>
  block && { from: block.from, to: block.from + firstLine(block.text).length }

function mapPlace({ from, to }: Place, changes: ChangeDesc): Place {
  return { from: changes.mapPos(from, 1), to: changes.mapPos(to, -1) }
}

function follow(
  before: Tracked,
  { changes, effects, startState, newDoc }: Transaction,
  index: Index,
): Tracked {
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

/** A line whose beginning was deleted could not be told from what was there, once that comes back. */
const lostItsHead = (place: Place | null | undefined, changes: ChangeDesc) =>
  place != null &&
  changes.touchesRange(place.from) !== false &&
  changes.mapPos(place.from, 1, MapMode.TrackDel) === null

/** Where a line has gone; null where none of its words is left. */
function keepLine(place: Place, changes: ChangeDesc, doc: Text): Place | null {
  // What stands above a change stays as it is, and what stands below it only moves.
  if (!changes.touchesRange(0, place.to)) return place
  const mapped = mapPlace(place, changes)
  if (!changes.touchesRange(place.from, place.to)) return mapped
  const { from, to } = mapped
  if (to <= from) return null
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
