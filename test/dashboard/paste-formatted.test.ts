import { describe, expect, test } from 'bun:test'
import { EditorState, type TransactionSpec } from '@codemirror/state'
import { pasteLater, pendingPastes } from '../../src/dashboard/content/post/write/paste-formatted.ts'

// Formatted text replaces what was selected when it was pasted, though its conversion ends later.

/** A text, and a paste over `selected` whose conversion ends with `finish`. */
function paste(doc: string, selected: string) {
  const anchor = doc.indexOf(selected)
  let state = EditorState.create({
    doc,
    selection: { anchor, head: anchor + selected.length },
    extensions: pendingPastes,
  })
  const apply = (spec: TransactionSpec) => {
    state = state.update(spec).state
  }
  const { promise, resolve } = Promise.withResolvers<string>()
  const done = pasteLater({ state: () => state, apply }, promise)
  return {
    apply,
    async finish(markdown: string) {
      resolve(markdown)
      await done
      return { text: state.doc.toString(), caret: state.selection.main.head }
    },
  }
}

describe('a text that is converted later', () => {
  test('replaces what was selected, and the cursor follows it', async () => {
    const { finish } = paste('One old two', 'old')
    expect(await finish('**new**')).toEqual({ text: 'One **new** two', caret: 11 })
  })

  test('moves with edits before it, and the cursor stays where it is now', async () => {
    const { apply, finish } = paste('One old two', 'old')
    apply({ changes: { from: 0, insert: '# ' }, selection: { anchor: 2 } })
    expect(await finish('new')).toEqual({ text: '# One new two', caret: 2 })
  })

  test('comes before what was typed after it', async () => {
    const { apply, finish } = paste('One', '')
    apply({ changes: { from: 0, insert: 'typed ' }, selection: { anchor: 6 } })
    expect((await finish('pasted ')).text).toBe('pasted typed One')
  })

  test('keeps what was typed over the selection', async () => {
    const { apply, finish } = paste('One old two', 'old')
    apply({ changes: { from: 4, to: 7, insert: 'typed' }, selection: { anchor: 9 } })
    expect((await finish('pasted ')).text).toBe('One pasted typed two')
  })

  test('keeps what was inserted at the start of the selection', async () => {
    const { apply, finish } = paste('One old two', 'old')
    apply({ changes: { from: 4, insert: 'an ' } })
    expect((await finish('new')).text).toBe('One an new two')
  })
})
