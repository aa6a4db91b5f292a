import { useCallback, useEffect, useRef, useState } from 'react'
import type { Editor } from '../write/editor.ts'

/**
 * The selected entry, and functions to select and restore entries; both are stable, so that rows do not
 * render again.
 */
export function useChoice(editor: Editor | null, onWrite: () => void) {
  const [opened, setOpened] = useState<number | null>(null)
  const wish = useRef<number | null>(null)
  const latest = useRef({ editor, onWrite })
  latest.current = { editor, onWrite }

  const choose = useCallback((place: number) => {
    const { editor, onWrite } = latest.current
    setOpened(place)
    wish.current = editor ? null : place
    if (!editor?.entryMarks.get().has[place]) return
    onWrite()
    // On a touch screen, focus would open a keyboard over the text.
    editor.jumpTo(place, { takesFocus: !matchMedia('(pointer: coarse)').matches })
  }, [])

  const restore = useCallback((place: number) => {
    latest.current.onWrite()
    latest.current.editor?.restoreEntry(place)
  }, [])

  // An entry that was selected before the text was loaded is shown once it is.
  useEffect(() => {
    if (editor && wish.current !== null) choose(wish.current)
  }, [editor, choose])

  return { opened, choose, restore }
}
