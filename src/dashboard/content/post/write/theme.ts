import { EditorView } from '@codemirror/view'
import * as strings from './strings.ts'

const control = {
  height: '1.75rem',
  margin: '0',
  padding: '0 0.625rem',
  border: '1px solid var(--color-line)',
  borderRadius: 'var(--radius-md)',
  background: 'var(--color-raised)',
  color: 'inherit',
  fontSize: 'var(--text-sm)',
  verticalAlign: 'initial',
  cursor: 'pointer',
}

/** Overrides of the editor's own stylesheet; other styles are in src/look/editor.css. */
export const theme = EditorView.theme({
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: 'inherit' },
  '.cm-content': { padding: '1.5rem 0 3rem', caretColor: 'var(--color-accent)' },
  '.cm-line': { padding: '0 0.125rem 0 var(--hang)' },
  '.cm-line.md-h': { paddingBlockStart: '0.5rem' },
  '.cm-line:is(.md-h1, .md-h2)': { paddingBlockStart: '1rem' },
  '.cm-gutters': { background: 'none', border: '0', color: 'inherit' },
  '.cm-specialChar': { color: 'var(--color-warn)' },
  '.cm-panels': { background: 'var(--color-surface)', color: 'inherit' },
  '.cm-panels-top': { borderBottom: '1px solid var(--color-line)' },
  '.cm-panel.cm-search': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '0.375rem',
    padding: '0.75rem 0',
    fontSize: 'inherit',
  },
  '.cm-search br': { flexBasis: '100%', content: '""' },
  '.cm-search :is([name=select], label:has([name=re]), label:has([name=word]))': { display: 'none' },
  '.cm-search .cm-textfield': { ...control, borderColor: 'var(--color-edge)', cursor: 'text' },
  '.cm-search .cm-button': control,
  '.cm-panel.cm-search label': { display: 'flex', alignItems: 'center', fontSize: 'var(--text-xs)' },
  '.cm-panel.cm-search [name=close]': {
    ...control,
    position: 'static',
    padding: '0',
    width: '1.75rem',
    border: '0',
  },
  '.cm-searchMatch': { background: 'var(--color-warn-tint)' },
  '.cm-searchMatch-selected': { background: 'var(--color-band)' },
})

/** The labels of the editor's own controls. */
export const phrases = strings.search.phrases
