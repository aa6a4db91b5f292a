import { useMemo } from 'react'
import type { Post } from '../../../data/post.ts'
import type { Draft } from '../draft/draft.ts'
import type { Editor } from './editor.ts'
import { externalImagesIn } from './external-images.ts'
import { ExternalImages } from './external-images-notice.tsx'
import { Toolbar } from './toolbar.tsx'

/** Formats the text of a post, and offers to copy images from other sites. */
export function TextTools({ editor, post, draft }: { editor: Editor; post: Post; draft: Draft }) {
  const markdown = post.markdown ?? ''
  const external = useMemo(() => externalImagesIn(markdown), [markdown])
  return (
    <>
      <Toolbar editor={editor} />
      {external.length > 0 && <ExternalImages urls={external} editor={editor} draft={draft} />}
    </>
  )
}
