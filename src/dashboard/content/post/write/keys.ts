import {
  deleteLine,
  history,
  historyKeymap,
  indentLess,
  indentMore,
  moveLineDown,
  moveLineUp,
  standardKeymap,
} from '@codemirror/commands'
import { indentUnit } from '@codemirror/language'
import type { EditorState, StateCommand } from '@codemirror/state'
import { type Command, EditorView, keymap } from '@codemirror/view'
import { bullet } from '../../../../changelog/entry-matching/blocks.ts'
import { wrapIn } from './format.ts'

/**
 * The key bindings. In a list Tab indents a bullet; elsewhere it leaves the text, and after Escape it always
 * does.
 */
export const keys = [
  history(),
  indentUnit.of('  '),
  keymap.of([
    { key: 'Enter', run: continueList },
    { key: 'Tab', run: inList(indentMore), shift: inList(indentLess) },
    { key: 'Mod-b', run: wrapIn('**') },
    { key: 'Mod-i', run: wrapIn('_') },
    { key: 'Alt-ArrowUp', run: moveLineUp },
    { key: 'Alt-ArrowDown', run: moveLineDown },
    { key: 'Shift-Mod-k', run: deleteLine },
    // The browser's own search finds only rendered lines.
    { key: 'Mod-f', run: search, preventDefault: true },
    ...historyKeymap,
    ...standardKeymap,
  ]),
  // Typing before the search is loaded would go into the text.
  EditorView.domEventHandlers({ focus: () => void loadSearch().catch(() => {}) }),
]

const loadSearch = () => import('./later-parts.ts')

function search(view: EditorView): boolean {
  loadSearch().then(({ laterParts }) => laterParts.openSearch(view))
  return true
}

const lineOf = ({ doc, selection }: EditorState) => doc.lineAt(selection.main.head)

function inList(command: StateCommand): Command {
  return (view) => bullet.test(lineOf(view.state).text) && command(view)
}

/** Starts the next bullet; an empty one ends the list. */
function continueList(...[{ state, dispatch }]: Parameters<StateCommand>): boolean {
  const { selection } = state
  const line = lineOf(state)
  const [mark] = bullet.exec(line.text) ?? []
  const { from, to, empty } = selection.main
  if (!mark || selection.ranges.length > 1 || from < line.from + mark.length) return false
  const change =
    empty && line.text.length === mark.length
      ? { changes: { from: line.from, to: line.to }, selection: { anchor: line.from } }
      : {
          changes: { from, to, insert: state.toText(state.lineBreak + nextMark(mark)) },
          selection: { anchor: from + 1 + nextMark(mark).length },
        }
  dispatch(state.update(change, { scrollIntoView: true, userEvent: 'input' }))
  return true
}

const nextMark = (mark: string) => mark.replace(/\d+/, (number) => String(Number(number) + 1))
