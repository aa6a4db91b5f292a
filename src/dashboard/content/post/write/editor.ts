import { isolateHistory } from '@codemirror/commands'
import {
  type ChangeSet,
  EditorState,
  type StateCommand,
  Transaction,
  type TransactionSpec,
} from '@codemirror/state'
import { EditorView, highlightSpecialChars } from '@codemirror/view'
import { readBlocks } from '../../../../changelog/entry-matching/blocks.ts'
import type { Entry } from '../../../../changelog/entry-matching/entries.ts'
import { locate, readOriginal } from '../../../../changelog/entry-matching/locate.ts'
import { indexEntries } from '../../../../changelog/entry-matching/match.ts'
import { createStore } from '../../../kit/store.ts'
import type { Draft } from '../draft/draft.ts'
import { restoreEntry } from '../ledger/restore-entry.ts'
import { drawTicks, followCaret } from './caret-highlight.ts'
import { compareTexts, followChanges, hunksBetween, type LineCount, toText } from './compare.ts'
import { decorations } from './decorations.ts'
import { trackEntries } from './entry-positions.ts'
import type { Hunk } from './hunks.ts'
import { keys } from './keys.ts'
import { markdown } from './language.ts'
import { pasteFormatted, pendingPastes } from './paste-formatted.ts'
import * as strings from './strings.ts'
import { phrases, theme } from './theme.ts'

/** An edit that is a separate undo step. */
const alone = isolateHistory.of('full')

/** The entries with a line in the text, and those at the cursor. */
export type EntryMarks = { has: readonly boolean[]; lit: readonly number[] }

export type Editor = ReturnType<typeof openEditor>

/**
 * The edited text of a post. It outlives the view, so that the preview and back keeps the undo history and
 * the cursor.
 */
export function openEditor(draft: Draft, entries: Entry[], written: string) {
  const index = indexEntries(entries)
  const separator = separatorOf(draft.text())
  const toLines = (text: string) => (separator === '\n' ? text : text.replaceAll(separator, '\n'))
  const original = readOriginal(toLines(written), index)
  const text = toLines(draft.text())
  const found =
    text === original.text ? original.found : locate(text, index, original, compareTexts(original.text, text))
  const tracked = trackEntries(index, found)
  const spot = followCaret(tracked)
  const entryMarks = createStore<EntryMarks>({ has: [], lit: [] })
  const chosen = createStore<readonly File[]>([])
  let view: EditorView | null = null
  let arrival: { at: number; takesFocus: boolean } | null = null
  let state = EditorState.create({
    doc: draft.text(),
    extensions: [
      // Only the line ending of the text itself: no other character may be taken for a line end and lost.
      EditorState.lineSeparator.of(separator),
      EditorView.clipboardInputFilter.of((pasted) => pasted.replace(/\r\n?|\n/g, separator)),
      EditorView.cspNonce.of(document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? ''),
      EditorView.contentAttributes.of({
        'aria-label': strings.editor.label,
        'aria-describedby': 'editor-keys',
        spellcheck: 'true',
        autocorrect: 'on',
        autocapitalize: 'sentences',
      }),
      EditorView.lineWrapping,
      // The head of the page covers the top of the text.
      EditorView.scrollMargins.of(() => ({ top: 120 })),
      EditorState.phrases.of(phrases),
      highlightSpecialChars(),
      pendingPastes,
      tracked,
      spot,
      drawTicks(tracked, spot, entries),
      markdown,
      decorations,
      keys,
      EditorView.domEventHandlers({
        // Programs that copy text also copy a picture of it.
        paste: ({ clipboardData }) =>
          (clipboardData?.getData('text/plain') === '' && choose(clipboardData)) ||
          pasteFormatted(clipboardData, { state: () => state, apply }),
        drop: (event, dropped) => {
          if (!choose(event.dataTransfer)) return false
          const at = dropped.posAtCoords({ x: event.clientX, y: event.clientY })
          if (at !== null) dropped.dispatch({ selection: { anchor: at } })
          event.preventDefault()
          return true
        },
      }),
      theme,
      EditorView.updateListener.of((update) => {
        state = update.state
        if (update.docChanged) noteChanges(update.changes)
        updateMarks()
      }),
    ],
  })
  const comparison = followChanges(toText(original.text), state.doc)
  const counted = createStore<LineCount>(comparison.count())
  let countTimer: ReturnType<typeof setTimeout> | undefined
  updateMarks()
  draft.hold({ replace })

  function noteChanges(changes: ChangeSet) {
    draft.noteText(read)
    comparison.note(changes, state.doc)
    // A pause is long enough to compare.
    clearTimeout(countTimer)
    countTimer = setTimeout(() => counted.set(comparison.count()), 400)
  }

  function read(): string {
    return state.sliceDoc()
  }

  function updateMarks() {
    const before = entryMarks.get()
    const { places } = state.field(tracked)
    const lit = state.field(spot)?.entries ?? []
    const has =
      before.has.length === places.length && places.every((place, at) => before.has[at] === (place !== null))
    const same = before.lit.length === lit.length && lit.every((entry, at) => before.lit[at] === entry)
    if (has && same) return
    entryMarks.set({
      has: has ? before.has : places.map((place) => place !== null),
      lit: same ? before.lit : lit,
    })
  }

  function apply(...specs: TransactionSpec[]) {
    if (view) return view.dispatch(...specs)
    const transaction = state.update(...specs)
    state = transaction.state
    if (transaction.docChanged) noteChanges(transaction.changes)
    updateMarks()
  }

  /** Offers the images among files to be added; false if there are none. */
  function choose(data: Pick<DataTransfer, 'files'> | null): boolean {
    const found = [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
    if (found.length > 0) chosen.set([...chosen.get(), ...found])
    return found.length > 0
  }

  /** Replaces the text: only the differences are changed, so that entries keep their lines. */
  function replace(next: string, { isUndoable = true } = {}) {
    const lines = toLines(next)
    const changes = compareTexts(state.doc.toString(), lines).map(({ fromA, toA, fromB, toB }) => ({
      from: fromA,
      to: toA,
      insert: toText(lines.slice(fromB, toB)),
    }))
    apply({ changes, annotations: [alone, Transaction.addToHistory.of(isUndoable)] })
  }

  /** Moves to the line of an entry, if it has one. */
  function jumpTo(entry: number, { takesFocus = true } = {}) {
    const place = state.field(tracked).places[entry]
    if (!place) return
    const line = state.doc.lineAt(place.from)
    goTo(line.from, { anchor: line.to }, takesFocus)
  }

  function goTo(at: number, selection: { anchor: number; head?: number }, takesFocus: boolean) {
    apply({ selection, effects: EditorView.scrollIntoView(at, { y: 'center' }) })
    if (takesFocus) view?.focus()
    // A hidden text moves there once it is shown.
    if (!view) arrival = { at, takesFocus }
  }

  return {
    entryMarks,
    /** The number of lines that differ from the original. */
    counted,
    setText: replace,
    jumpTo,
    /** Selects the first occurrence of a text. */
    show(words: string, { takesFocus }: { takesFocus: boolean }) {
      const at = state.doc.toString().indexOf(toLines(words))
      if (at >= 0) goTo(at, { anchor: at, head: at + toLines(words).length }, takesFocus)
    },
    /** The diff to the original, or to another text. */
    hunks: (other?: string) =>
      other === undefined ? comparison.hunks() : hunksBetween(toText(toLines(other)), state.doc),
    /** Restores the original text of lines. */
    takeBack({ from, to, former }: Hunk) {
      apply({ changes: { from, to, insert: toText(former) }, annotations: alone })
      counted.set(comparison.count())
    },
    /** Inserts a removed or omitted entry into the text as one undoable edit. */
    restoreEntry(entry: number) {
      const now = state.doc.toString()
      const blocks = readBlocks(now)
      const places = state.field(tracked).places
      const here = places.map(
        (place) => place && (blocks.find(({ from, to }) => from <= place.from && place.from <= to) ?? place),
      )
      const { at, insert } = restoreEntry(now, entry, entries, original, here)
      apply({ changes: { from: at, insert: toText(insert) }, annotations: alone })
      jumpTo(entry, { takesFocus: false })
    },
    /** Shows the text in an element; returns a function that removes it again. */
    attach(parent: HTMLElement) {
      view = new EditorView({ state, parent })
      if (arrival) {
        view.dispatch({ effects: EditorView.scrollIntoView(arrival.at, { y: 'center' }) })
        if (arrival.takesFocus) view.focus()
        arrival = null
      }
      return () => {
        view?.destroy()
        view = null
      }
    },
    focus: () => view?.focus(),
    /** Runs a command on the text that is shown, and returns to it. */
    run(command: StateCommand) {
      if (!view) return
      command(view)
      view.focus()
    },
    /** The images that were pasted, dropped or picked, and are not in the text yet. */
    chosen,
    choose,
    /** Inserts a block below the line of the cursor, or instead of it if it is empty. */
    insertBlock(block: string) {
      const line = state.doc.lineAt(state.selection.main.head)
      const isEmpty = line.text.trim() === ''
      const insert = toText(isEmpty ? block : `\n\n${block}`)
      const from = isEmpty ? line.from : line.to
      const selection = { anchor: from + insert.length }
      apply({ changes: { from, to: line.to, insert }, selection, annotations: alone, scrollIntoView: true })
      view?.focus()
    },
  }
}

/** The line ending of a text: Windows' two characters if all lines end so. */
function separatorOf(text: string): string {
  return /\r\n/.test(text) && !/(?:^|[^\r])\n/.test(text) ? '\r\n' : '\n'
}
