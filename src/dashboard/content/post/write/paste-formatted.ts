import { syntaxTree } from '@codemirror/language'
import type { EditorView } from '@codemirror/view'
import { toText } from './compare.ts'

/** Converting more would block the page. */
const maxHtml = 500_000

const loadConverter = () => import('./later-parts.ts')

/** Inserts formatted text as Markdown; false if the text should be pasted as it is. */
export function pasteFormatted(clipboard: DataTransfer | null, view: EditorView): boolean {
  const html = clipboard?.getData('text/html') ?? ''
  const plain = clipboard?.getData('text/plain') ?? ''
  // Code editors copy their colours.
  const isCode = clipboard?.types.includes('vscode-editor-data') || isInCode(view)
  if (html === '' || html.length > maxHtml || isCode) return false
  loadConverter()
    .then(({ laterParts }) => laterParts.toMarkdown(html))
    .catch(() => plain)
    .then((markdown) => insert(view, markdown || plain))
  return true
}

function isInCode({ state }: EditorView): boolean {
  for (
    let node = syntaxTree(state).resolveInner(state.selection.main.head, -1);
    node.parent;
    node = node.parent
  )
    if (/^(?:FencedCode|CodeBlock|InlineCode)$/.test(node.name)) return true
  return false
}

const insert = (view: EditorView, text: string) =>
  view.dispatch(view.state.replaceSelection(toText(text.replace(/\r\n?/g, '\n'))), {
    scrollIntoView: true,
    userEvent: 'input.paste',
  })
