import { useMemo } from 'react'
import type { Post } from '../../../data/post.ts'
import type { Draft } from '../draft/draft.ts'
import { AddImage } from './add-image.tsx'
import type { Editor } from './editor.ts'
import { externalImagesIn } from './external-images.ts'
import { ExternalImages } from './external-images-notice.tsx'

/** Adds images to the text of a post, and offers to copy those on other sites. */
export function ImageTools({ editor, post, draft }: { editor: Editor; post: Post; draft: Draft }) {
  const markdown = post.markdown ?? ''
  const external = useMemo(() => externalImagesIn(markdown), [markdown])
  return (
    <>
      <AddImage editor={editor} />
      {external.length > 0 && <ExternalImages urls={external} editor={editor} draft={draft} />}
    </>
  )
}
