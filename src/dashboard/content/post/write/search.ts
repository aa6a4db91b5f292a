import { closeSearchPanel, findNext, findPrevious, openSearchPanel, search } from '@codemirror/search'
import { StateEffect, StateField } from '@codemirror/state'
import { type EditorView, keymap } from '@codemirror/view'

const scope = 'editor search-panel'
/** Whether the search is added to a text. */
const taught = StateField.define({ create: () => true, update: () => true })
const searching = [
  taught,
  search({ top: true }),
  keymap.of([
    { key: 'Mod-g', run: findNext, shift: findPrevious, scope, preventDefault: true },
    { key: 'Mod-f', run: openSearchPanel, scope },
    { key: 'Escape', run: closeSearchPanel, scope },
  ]),
]

/** Opens the search of a text, and adds it on first use. */
export function openSearch(view: EditorView) {
  if (!view.state.field(taught, false)) view.dispatch({ effects: StateEffect.appendConfig.of(searching) })
  openSearchPanel(view)
}
