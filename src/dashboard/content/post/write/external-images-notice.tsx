import { useState } from 'react'
import { copyImage } from '../../../data/images.ts'
import { useLook } from '../../../data/public-page.ts'
import { Button } from '../../../kit/button.tsx'
import { Failure, Notice } from '../../../kit/notice.tsx'
import type { Draft } from '../draft/draft.ts'
import type { Editor } from './editor.ts'
import { replaceImage } from './external-images.ts'
import * as strings from './strings.ts'

/** How many images are copied at a time. */
const maxCopies = 20

/** Says that readers see links instead of images on other sites, and copies them. */
export function ExternalImages({ urls, editor, draft }: { urls: string[]; editor: Editor; draft: Draft }) {
  const look = useLook()
  const [isCopying, setCopying] = useState(false)
  const [error, setError] = useState<unknown>(null)
  if (!look.data || look.data.externalImages) return null
  async function copy() {
    setCopying(true)
    setError(null)
    for (const url of urls.slice(0, maxCopies)) {
      try {
        const { path } = await copyImage(url)
        editor.setText(replaceImage(draft.text(), url, path))
      } catch (problem) {
        setError(problem)
      }
    }
    setCopying(false)
  }
  return (
    <>
      <Notice kind="warn">
        <div className="row">
          <span className="grow">{strings.externalImages.notLoaded(urls.length)}</span>
          <Button slim busy={isCopying && strings.externalImages.copying} onClick={copy}>
            {strings.externalImages.copy}
          </Button>
        </div>
      </Notice>
      {error !== null && <Failure error={error} />}
    </>
  )
}
