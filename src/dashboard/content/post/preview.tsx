import { useEffect, useMemo } from 'react'
import type { Post } from '../../data/post.ts'
import { serverUrl } from '../../kit/base-path.ts'
import { useStore } from '../../kit/store.ts'
import type { Draft } from './draft/draft.ts'
import * as strings from './strings.ts'

/** The post as readers see it: sanitized HTML of the server, after unsaved text was saved. */
export function Preview({ post, draft }: { post: Post; draft: Draft }) {
  const state = useStore(draft.state)
  useEffect(() => {
    if (draft.isUnsaved()) draft.save()
  }, [draft])
  const html = useMemo(() => withoutForeignPictures(post.content), [post.content])
  return (
    <section className="preview" aria-label={strings.preview.preview}>
      {state.kind !== 'saved' && (
        <p className="muted small mb-4">
          {state.kind === 'saving' ? strings.preview.saving : strings.preview.notSaved}
        </p>
      )}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitised it */}
      <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
    </section>
  )
}

/** The page loads nothing from other servers: their images are links. Links open in a new tab. */
function withoutForeignPictures(content: string): string {
  const { body } = new DOMParser().parseFromString(content, 'text/html')
  for (const picture of body.querySelectorAll('img')) {
    const source = picture.getAttribute('src') ?? ''
    if (source.startsWith(`${location.origin}/`)) continue
    if (source.startsWith('/i/')) {
      picture.src = serverUrl + source
      continue
    }
    const link = document.createElement('a')
    link.href = source
    link.textContent = picture.alt ? `Image: ${picture.alt}` : 'Image'
    picture.replaceWith(link)
  }
  for (const link of body.querySelectorAll('a')) {
    link.target = '_blank'
    link.rel = 'noreferrer nofollow'
  }
  return body.innerHTML
}
