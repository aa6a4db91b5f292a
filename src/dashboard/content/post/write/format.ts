import { EditorSelection, type EditorState, type StateCommand, type TransactionSpec } from '@codemirror/state'

// What the toolbar does with the selected text.

/** Wraps the selection in two marks, or removes them. */
export function wrapIn(mark: string): StateCommand {
  return ({ state, dispatch }) => {
    const { doc } = state
    const { length } = mark
    const change = state.changeByRange(({ from, to }) => {
      const isWrapped =
        doc.sliceString(from - length, from) === mark && doc.sliceString(to, to + length) === mark
      return isWrapped
        ? {
            changes: [
              { from: from - length, to: from },
              { from: to, to: to + length },
            ],
            range: EditorSelection.range(from - length, to - length),
          }
        : {
            changes: [
              { from, insert: mark },
              { from: to, insert: mark },
            ],
            range: EditorSelection.range(from + length, to + length),
          }
    })
    dispatch(state.update(change, { scrollIntoView: true, userEvent: 'input' }))
    return true
  }
}

/** Makes a link of the selection and selects its address; a selected address becomes the link's. */
export const addLink: StateCommand = ({ state, dispatch }) => {
  const { from, to } = state.selection.main
  const selected = state.sliceDoc(from, to)
  const isAddress = /^https?:\/\/\S+$/.test(selected)
  const address = isAddress ? selected : 'https://'
  const insert = `[${isAddress ? '' : selected}](${address})`
  const end = from + insert.length - 1
  const selection =
    isAddress || selected === '' ? { anchor: from + 1 } : { anchor: end - address.length, head: end }
  dispatch(change(state, { changes: { from, to, insert }, selection }))
  return true
}

/** Makes code of the selection: a block if it has several lines. */
export const addCode: StateCommand = (target) => {
  const { state, dispatch } = target
  const { from, to } = state.selection.main
  const [first, last] = [state.doc.lineAt(from), state.doc.lineAt(to)]
  if (first.number === last.number) return wrapIn('`')(target)
  const fence = '```'
  dispatch(
    change(state, {
      changes: [
        { from: first.from, insert: state.toText(`${fence}${state.lineBreak}`) },
        { from: last.to, insert: state.toText(`${state.lineBreak}${fence}`) },
      ],
    }),
  )
  return true
}

/** Makes list items of the selected lines, or plain lines of items. */
export const toggleList: StateCommand = changeLines((lines) => {
  const isList = lines.every((line) => /^\s*[-*+] /.test(line))
  return lines.map((line) => (isList ? line.replace(/^(\s*)[-*+] /, '$1') : `- ${withoutHeading(line)}`))
})

/** Makes a heading of the selected lines, then a smaller one, then plain lines. */
export const nextHeading: StateCommand = changeLines((lines) => {
  const [marks = ''] = /^#*/.exec(lines[0] ?? '') ?? []
  const next = { 0: '## ', 2: '### ' }[marks.length] ?? ''
  return lines.map((line) => `${next}${withoutHeading(line)}`)
})

const withoutHeading = (line: string) => line.replace(/^#{1,6} +/, '')

/** Changes the selected lines that are not empty, or the line of the cursor. */
function changeLines(convert: (lines: string[]) => string[]): StateCommand {
  return ({ state, dispatch }) => {
    const { from, to } = state.selection.main
    const [first, last] = [state.doc.lineAt(from).number, state.doc.lineAt(to).number]
    const lines = Array.from({ length: last - first + 1 }, (_, place) => state.doc.line(first + place))
    const written = lines.filter(({ text }) => text.trim() !== '')
    const chosen = written.length > 0 ? written : lines.slice(0, 1)
    const converted = convert(chosen.map(({ text }) => text))
    const changes = chosen.map((line, place) => ({
      from: line.from,
      to: line.to,
      insert: converted[place] ?? '',
    }))
    const set = state.changes(changes)
    const end = (chosen.at(-1)?.from ?? from) + set.newLength - state.doc.length
    const anchor = end + (chosen.at(-1)?.length ?? 0)
    dispatch(change(state, { changes: set, selection: { anchor } }))
    return true
  }
}

const change = (state: EditorState, spec: TransactionSpec) =>
  state.update(spec, { scrollIntoView: true, userEvent: 'input' })
