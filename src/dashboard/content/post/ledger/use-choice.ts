import { useCallback, useEffect, useRef, useState } from 'react'
import type { Editor } from '../write/editor.ts'

/** Which entry is opened, and what choosing one does, and putting one back; neither changes, so that rows may stay. */
export function useChoice(editor: Editor | null, onWrite: () => void) {
  const [opened, setOpened] = useState<number | null>(null)
  const wish = useRef<number | null>(null)
  const latest = useRef({ editor, onWrite })
  latest.current = { editor, onWrite }

  const choose = useCallback((place: number) => {
    const { editor, onWrite } = latest.current
    setOpened(place)
    wish.current = editor ? null : place
    if (!editor?.told.get().has[place]) return
    onWrite()
    // Where a keyboard would cover half of the text, it is not asked for.
    editor.jumpTo(place, { takesFocus: !matchMedia('(pointer: coarse)').matches })
  }, [])

  const restore = useCallback((place: number) => {
    latest.current.onWrite()
    latest.current.editor?.putBack(place)
  }, [])

  // What was chosen before the text was there is gone to once it is.
  useEffect(() => {
    if (editor && wish.current !== null) choose(wish.current)
  }, [editor, choose])

  return { opened, choose, restore }
}
