import { useEffect, useRef } from 'react'
import type { Post } from '../../../data/post.ts'
import { lazyView } from '../../../kit/lazy-view.tsx'
import { Failure } from '../../../kit/notice.tsx'
import type { Draft } from '../draft/draft.ts'
import { TextSkeleton } from '../post-skeleton.tsx'
import { AddImage } from './add-image.tsx'
import { externalImagesIn } from './external-images.ts'
import * as strings from './strings.ts'
import type { useEditor } from './use-editor.ts'

const ExternalImages = lazyView(() => import('./external-images-notice.tsx').then((m) => m.ExternalImages))

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
  const external = externalImagesIn(post.markdown ?? '')
  return (
    <>
      <p id="editor-keys" className="sr">
        {strings.editor.tabHint}
      </p>
      {editor && <AddImage editor={editor} />}
      {editor && external.length > 0 && <ExternalImages urls={external} editor={editor} draft={draft} />}
      {editor ? <div className="write" ref={place} /> : <TextSkeleton />}
    </>
  )
}
