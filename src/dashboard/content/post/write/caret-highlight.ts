import { type EditorState, type Extension, RangeSet, RangeSetBuilder, StateField } from '@codemirror/state'
import { Decoration, EditorView, GutterMarker, gutter, gutterLineClass } from '@codemirror/view'
import type { Entry } from '../../../../changelog/entry-matching/entries.ts'
import { endOfBlock, startOfBlock } from './block-lines.ts'
import type { EntryPositions, TrackedField } from './entry-positions.ts'

/** The block at the cursor, if it lists entries: they are highlighted together. */
export type BlockAtCaret = { from: number; to: number; entries: readonly number[] }

export type BlockAtCaretField = StateField<BlockAtCaret | null>

export function followCaret(tracked: TrackedField): BlockAtCaretField {
  return StateField.define<BlockAtCaret | null>({
    create: (state) => findBlockAtCaret(state, tracked),
    update: (spot, { docChanged, selection, state }) =>
      docChanged || selection ? findBlockAtCaret(state, tracked) : spot,
  })
}

function findBlockAtCaret(state: EditorState, tracked: TrackedField): BlockAtCaret | null {
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

/** A mark left of each line that lists an entry, and a highlight on the one at the cursor. */
export function drawTicks(tracked: TrackedField, spot: BlockAtCaretField, entries: Entry[]): Extension {
  const marks = StateField.define<RangeSet<GutterMarker>>({
    create: (state) => toMarks(state.field(tracked), state, entries),
    update: (before, { startState, state }) => {
      const current = state.field(tracked)
      return current === startState.field(tracked) ? before : toMarks(current, state, entries)
    },
  })
  return [
    marks,
    gutter({
      class: 'cm-ticks',
      markers: (view) => view.state.field(marks),
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

function toMarks({ places }: EntryPositions, { doc }: EditorState, entries: Entry[]): RangeSet<GutterMarker> {
  const found = places.flatMap((place, entry) => {
    if (!place) return []
    const isHighlight = entries[entry]?.placement === 'highlight'
    return [(isHighlight ? ticks.hi : ticks.li).range(doc.lineAt(place.from).from)]
  })
  return RangeSet.of(found, true)
}

function litLines(state: EditorState, field: BlockAtCaretField): number[] {
  const spot = state.field(field)
  if (!spot) return []
  const { doc } = state
  const first = doc.lineAt(spot.from).number
  const last = doc.lineAt(spot.to).number
  return Array.from({ length: last - first + 1 }, (_, at) => doc.line(first + at).from)
}
