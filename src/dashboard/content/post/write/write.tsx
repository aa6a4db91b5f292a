import { useEffect, useRef } from 'react'
import type { Post } from '../../../data/post.ts'
import { lazyView } from '../../../kit/lazy-view.tsx'
import { Failure } from '../../../kit/notice.tsx'
import type { Draft } from '../draft/draft.ts'
import { TextSkeleton } from '../post-skeleton.tsx'
import * as strings from './strings.ts'
import type { useEditor } from './use-editor.ts'

const TextTools = lazyView(() => import('./editor-parts.ts').then((m) => m.editorParts.TextTools))

/** The Markdown editor. */
export function Write({
  editor: { data: editor, error, retry },
  post,
  draft,
}: {
  editor: ReturnType<typeof useEditor>
  post: Post
  draft: Draft
}) {
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
      <div className="write-tools">{editor && <TextTools editor={editor} post={post} draft={draft} />}</div>
      {editor ? <div className="write" ref={place} /> : <TextSkeleton />}
    </>
  )
}
