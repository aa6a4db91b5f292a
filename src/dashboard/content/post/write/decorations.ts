import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import type { Range } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'

/**
 * The display of Markdown in the editor: marks of headings and lists hang left of the text, and link URLs are
 * folded outside of the cursor's line. No character moves.
 */
export const decorations = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet
    constructor(view: EditorView) {
      this.decorations = decorate(view)
    }
    update(update: ViewUpdate) {
      const { docChanged, viewportChanged, selectionSet, focusChanged, startState, state, view } = update
      if (
        docChanged ||
        viewportChanged ||
        selectionSet ||
        focusChanged ||
        syntaxTree(startState) !== syntaxTree(state)
      )
        this.decorations = decorate(view)
    }
  },
  { decorations: ({ decorations }) => decorations },
)

const hung = Decoration.mark({ class: 'mk' })
const inLine = Decoration.mark({ class: 'mk nested' })
const blank = Decoration.line({ class: 'md-blank' })
const headings = [1, 2, 3, 4, 5, 6].map((level) => Decoration.line({ class: `md-h md-h${level}` }))
const quiet = Decoration.mark({ class: 'md-quiet' })
const linkText = Decoration.mark({ class: 'md-link' })
const folded = Decoration.replace({})

/** A link text that is a reference: a number, a commit, an issue, a user name. */
const reference = /^(?:#\d+|[0-9a-f]{7,40}|[A-Z][A-Z0-9]*-\d+|@[\w-]+(?:\[bot\])?)$/

function decorate(view: EditorView): DecorationSet {
  const { doc, selection } = view.state
  const found: Range<Decoration>[] = []
  const isWrittenIn = (from: number, to: number) =>
    view.hasFocus && selection.ranges.some((range) => range.from <= to && range.to >= from)

  // The visible part is parsed immediately, so that its display does not change a moment later.
  const tree = ensureSyntaxTree(view.state, view.viewport.to, 100) ?? syntaxTree(view.state)
  for (const { from, to } of view.visibleRanges) {
    tree.iterate({
      from,
      to,
      enter(node) {
        const { name } = node
        if (name.startsWith('ATXHeading')) {
          const line = doc.lineAt(node.from)
          const look = headings[Number(name.slice(-1)) - 1]
          if (look) found.push(look.range(line.from))
        } else if (name === 'HeaderMark' || name === 'ListMark') {
          const line = doc.lineAt(node.from)
          const isFirst = doc.sliceString(line.from, node.from).trim() === ''
          if (!isFirst) return
          const isNested = node.from - line.from > 1
          found.push((isNested ? inLine : hung).range(line.from, Math.min(line.to, node.to + 1)))
        } else if (name === 'Link') {
          const line = doc.lineAt(node.from)
          const text = node.node.getChildren('LinkMark')
          const [open, close] = text
          if (!open || !close || !node.node.getChild('URL')) return
          const shown = doc.sliceString(open.to, close.from)
          found.push(
            (reference.test(shown) ? quiet : linkText).range(open.to, Math.max(open.to + 1, close.from)),
          )
          if (node.to > line.to || isWrittenIn(line.from, line.to)) return
          found.push(folded.range(open.from, open.to), folded.range(close.from, node.to))
        } else if (name === 'Escape') {
          const line = doc.lineAt(node.from)
          if (!isWrittenIn(line.from, line.to)) found.push(folded.range(node.from, node.from + 1))
        }
      },
    })
    addLines(found, view, from, to)
  }
  return Decoration.set(found, true)
}

/** Blank lines are lower than others, and credits at the end of a line are as muted as its references. */
function addLines(found: Range<Decoration>[], view: EditorView, from: number, to: number) {
  const { doc } = view.state
  for (let line = doc.lineAt(from); ; line = doc.line(line.number + 1)) {
    if (line.length === 0) found.push(blank.range(line.from))
    const at = line.text.search(/\(Authors?: [^\n]*\)$/)
    if (at >= 0) found.push(quiet.range(line.from + at, line.to))
    if (line.to >= to || line.number === doc.lines) return
  }
}
