import { EditorView } from '@codemirror/view'

/** What the editor's own stylesheet would decide otherwise; all else of its look is in src/look/editor.css. */
export const theme = EditorView.theme({
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: 'inherit' },
  '.cm-content': { padding: '1.5rem 0 3rem', caretColor: 'var(--color-accent)' },
  '.cm-line': { padding: '0 0.125rem 0 var(--hang)' },
  '.cm-line.md-h': { paddingBlockStart: '0.5rem' },
  '.cm-line:is(.md-h1, .md-h2)': { paddingBlockStart: '1rem' },
  '.cm-gutters': { background: 'none', border: '0', color: 'inherit' },
  '.cm-specialChar': { color: 'var(--color-warn)' },
  '.cm-panels': { background: 'var(--color-surface)', color: 'inherit', border: '0' },
  '.cm-panel.cm-search': { padding: '0', fontSize: 'inherit' },
  '.cm-searchMatch': { background: 'var(--color-warn-tint)' },
  '.cm-searchMatch-selected': { background: 'var(--color-band)' },
})
