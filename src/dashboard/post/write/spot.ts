import { type EditorState, type Extension, RangeSetBuilder, StateField } from '@codemirror/state'
import { Decoration, EditorView, GutterMarker, gutter, gutterLineClass } from '@codemirror/view'
import type { Entry } from '../ledger/entries.ts'
import { endOfBlock, startOfBlock, type TrackedField } from './track.ts'

/** The block that the caret is in, where it tells of entries: they are lit together. */
export type Spot = { from: number; to: number; entries: readonly number[] }

export type SpotField = StateField<Spot | null>

export function followCaret(tracked: TrackedField): SpotField {
  return StateField.define<Spot | null>({
    create: (state) => findSpot(state, tracked),
    update: (spot, { docChanged, selection, state }) =>
      docChanged || selection ? findSpot(state, tracked) : spot,
  })
}

function findSpot(state: EditorState, tracked: TrackedField): Spot | null {
  const { doc, selection } = state
  const first = startOfBlock(doc, doc.lineAt(selection.main.head).number)
  const line = doc.line(first)
  const entries = state
    .field(tracked)
    .places.flatMap((place, entry) =>
      place && line.from <= place.from && place.from <= line.to ? [entry] : [],
    )
  return entries.length > 0 ? { from: line.from, to: doc.line(endOfBlock(doc, first)).to, entries } : null
}

class LineMark extends GutterMarker {
  constructor(override readonly elementClass: string) {
    super()
  }
  override eq(other: LineMark) {
    return other.elementClass === this.elementClass
  }
}
const ticks = { hi: new LineMark('tick hi'), li: new LineMark('tick') }
const litMark = new LineMark('lit')
const litLine = Decoration.line({ class: 'lit' })

/** A tick left of each line that tells of an entry, and the light on the one that the caret is in. */
export function drawTicks(tracked: TrackedField, spot: SpotField, entries: Entry[]): Extension {
  return [
    gutter({
      class: 'cm-ticks',
      lineMarker(view, { from, to }) {
        const { places } = view.state.field(tracked)
        const told = entries.filter((_, entry) => {
          const place = places[entry]
          return place && from <= place.from && place.from <= to
        })
        if (told.length === 0) return null
        return told.some(({ placement }) => placement === 'highlight') ? ticks.hi : ticks.li
      },
      lineMarkerChange: (update) => update.startState.field(tracked) !== update.state.field(tracked),
    }),
    EditorView.decorations.compute([spot], (state) => {
      const lines = litLines(state, spot)
      return Decoration.set(lines.map((from) => litLine.range(from)))
    }),
    gutterLineClass.compute([spot], (state) => {
      const builder = new RangeSetBuilder<GutterMarker>()
      for (const from of litLines(state, spot)) builder.add(from, from, litMark)
      return builder.finish()
    }),
  ]
}

function litLines(state: EditorState, field: SpotField): number[] {
  const spot = state.field(field)
  if (!spot) return []
  const { doc } = state
  const first = doc.lineAt(spot.from).number
  const last = doc.lineAt(spot.to).number
  return Array.from({ length: last - first + 1 }, (_, at) => doc.line(first + at).from)
}
