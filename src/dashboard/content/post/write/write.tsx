import { useEffect, useRef } from 'react'
import { Failure } from '../../../kit/notice.tsx'
import { TextSkeleton } from '../post-skeleton.tsx'
import * as strings from './strings.ts'
import type { useEditor } from './use-editor.ts'

/** The Markdown editor. */
export function Write({ editor: { data: editor, error, retry } }: { editor: ReturnType<typeof useEditor> }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (editor && place.current) return editor.attach(place.current)
  }, [editor])
  if (error && !editor) return <Failure error={error} retry={retry} />
  return (
    <>
      <p id="editor-keys" className="sr">
        {strings.editor.tabHint}
      </p>
      {editor ? <div className="write" ref={place} /> : <TextSkeleton />}
    </>
  )
}
