import { syntaxTree } from '@codemirror/language'
import {
  type ChangeDesc,
  type EditorState,
  StateEffect,
  StateField,
  type TransactionSpec,
} from '@codemirror/state'
import { toText } from './compare.ts'

/** Converting more would block the page. */
const maxHtml = 500_000

const loadConverter = () => import('./later-parts.ts')

/** Formatted text that is being converted, and the range that it will replace. */
type PendingPaste = { id: symbol; from: number; to: number }

const started = StateEffect.define<PendingPaste>()
const ended = StateEffect.define<symbol>()

/** Where a range is after changes; empty if it was replaced, so that what replaced it stays. */
function mapRange({ from, to }: { from: number; to: number }, changes: ChangeDesc) {
  let end = changes.mapPos(to, -1)
  changes.iterChangedRanges((fromA, toA, fromB) => {
    if (fromA <= from && toA >= to) end = fromB
  })
  return { from: Math.min(changes.mapPos(from, 1), end), to: end }
}

/** The texts being converted: their ranges move with the edits that happen meanwhile. */
export const pendingPastes = StateField.define<readonly PendingPaste[]>({
  create: () => [],
  update(pending, { changes, effects }) {
    let next = pending
    if (!changes.empty) next = next.map((paste) => ({ ...paste, ...mapRange(paste, changes) }))
    for (const effect of effects) {
      if (effect.is(started)) next = [...next, effect.value]
      if (effect.is(ended)) next = next.filter(({ id }) => id !== effect.value)
    }
    return next
  },
})

/** The text to paste into, whether it is shown or not. */
export type PasteTarget = { state(): EditorState; apply(spec: TransactionSpec): void }

/** Inserts formatted text as Markdown; false if the text should be pasted as it is. */
export function pasteFormatted(clipboard: DataTransfer | null, target: PasteTarget): boolean {
  const html = clipboard?.getData('text/html') ?? ''
  const plain = clipboard?.getData('text/plain') ?? ''
  // Code editors copy their colors.
  const isCode = clipboard?.types.includes('vscode-editor-data') || isInCode(target.state())
  if (html === '' || html.length > maxHtml || isCode) return false
  const converted = loadConverter()
    .then(({ laterParts }) => laterParts.toMarkdown(html))
    .catch(() => plain)
  void pasteLater(
    target,
    converted.then((markdown) => markdown || plain),
  )
  return true
}

/** Replaces what is selected now by a text that comes later; edits made meanwhile stay. */
export async function pasteLater({ state, apply }: PasteTarget, converted: Promise<string>): Promise<void> {
  const id = Symbol()
  const { from, to } = state().selection.main
  apply({ effects: started.of({ id, from, to }) })
  const insert = toText((await converted).replace(/\r\n?/g, '\n'))
  const range = state()
    .field(pendingPastes)
    .find((each) => each.id === id)
  if (!range) return
  const { main } = state().selection
  const isThere = main.from === range.from && main.to === range.to
  apply({
    changes: { from: range.from, to: range.to, insert },
    ...(isThere ? { selection: { anchor: range.from + insert.length }, scrollIntoView: true } : {}),
    effects: ended.of(id),
    userEvent: 'input.paste',
  })
}

function isInCode(state: EditorState): boolean {
  for (
    let node = syntaxTree(state).resolveInner(state.selection.main.head, -1);
    node.parent;
    node = node.parent
  )
    if (/^(?:FencedCode|CodeBlock|InlineCode)$/.test(node.name)) return true
  return false
}
