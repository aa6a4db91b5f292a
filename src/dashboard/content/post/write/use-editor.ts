import { useEffect, useState } from 'react'
import type { Entry } from '../../../../changelog/entry-matching/entries.ts'
import { type Post, useOriginal } from '../../../data/post.ts'
import type { Draft } from '../draft/draft.ts'
import type { Editor } from './editor.ts'

/** The editor of a post's text, once its code and the original are loaded. */
export function useEditor(draft: Draft, entries: Entry[], post: Post) {
  const original = useOriginal(post.id)
  const [editor, setEditor] = useState<Editor | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [tries, setTries] = useState(0)
  const written = post.markdown === null ? undefined : original.data?.markdown
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ledger of a post is what it was when the post was written
  useEffect(() => {
    if (written == null || editor) return
    let isGone = false
    setError(null)
    import('./editor-parts.ts').then(
      ({ editorParts }) => isGone || setEditor(editorParts.openEditor(draft, entries, written)),
      (failure) => isGone || setError(failure),
    )
    return () => {
      isGone = true
    }
  }, [draft, written, tries])

  return {
    data: editor,
    error: error ?? (editor ? null : original.error),
    retry() {
      if (original.isError) original.refetch()
      setTries(tries + 1)
    },
  }
}
