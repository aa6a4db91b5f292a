import type { Post } from '../../../data/post.ts'
import { createSaver } from '../../../kit/saver.ts'
import { createStore } from '../../../kit/store.ts'
import { hasSameWords, type PostText, type Server, saveOver } from './saving.ts'
import type { DraftStore } from './stored-draft.ts'

/** The owner of the text while it is edited. */
type TextOwner = { replace(text: string, options: { isUndoable: boolean }): void }

export type Draft = ReturnType<typeof startDraft>

/** The edited title and text of a post: stored in this browser immediately, and saved when the user pauses. */
export function startDraft(post: Post, server: Server, keep: DraftStore) {
  const title = createStore(post.title)
  let readText = () => post.markdown ?? ''
  let holder: TextOwner | null = null

  const saver = createSaver<Post, Post['status']>(post, {
    send: (base, status) => saveOver(server, base, words(), status),
    show: setWords,
    matches: (stored) => hasSameWords(words(), stored),
    areSame: hasSameWords,
    onEdit: () => keep.soon(unsavedWords),
    onSettled() {
      if (!saver.isUnsaved()) keep.clear()
      keep.now(unsavedWords)
    },
  })
  const { isUnsaved, noteEdit, stored } = saver
  const restoredAt = restore()

  function words(): PostText {
    return { title: title.get(), ...(stored().markdown === null ? {} : { markdown: readText() }) }
  }

  function unsavedWords() {
    const { title, markdown = '' } = words()
    return isUnsaved() ? { title, markdown, updatedAt: stored().updatedAt, at: saver.editedAt() } : null
  }

  function setWords(words: Post, isUndoable: boolean) {
    title.set(words.title)
    const text = words.markdown ?? ''
    if (holder) holder.replace(text, { isUndoable })
    else readText = () => text
  }

  /**
   * Restores the changes of an earlier visit and returns their time; if the post has changed since, both
   * versions are available.
   */
  function restore(): number | null {
    const kept = keep.take()
    if (!kept || hasSameWords(kept, post)) {
      keep.clear()
      return null
    }
    readText = () => kept.markdown
    title.set(kept.title)
    noteEdit()
    if (kept.updatedAt !== post.updatedAt) saver.disagree(post)
    return kept.at
  }

  return {
    ...saver,
    title,
    restoredAt,
    keepNow: () => keep.now(unsavedWords),
    text: () => readText(),
    setTitle(next: string) {
      if (next === title.get()) return
      title.set(next)
      noteEdit()
    },
    /** The text was edited by its holder. */
    noteText(read: () => string) {
      readText = read
      noteEdit()
    },
    hold(next: TextOwner) {
      holder = next
    },
    /** Discards the changes of an earlier visit: the text is that of the post when the page was opened. */
    forgetRestored() {
      setWords(post, true)
      noteEdit()
    },
  }
}
