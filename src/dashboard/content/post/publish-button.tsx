import { useState } from 'react'
import { type Post, useFindPublicPage } from '../../data/post.ts'
import { Button } from '../../kit/button.tsx'
import { toast } from '../../kit/toast.tsx'
import { addressOf, hasAddress } from './address.ts'
import type { Draft } from './draft/draft.ts'
import { countBlocking, reasonId } from './faults.ts'
import * as strings from './strings.ts'

/** Publishes the post with its current text, or moves it to drafts. */
export function PublishButton({ post, draft }: { post: Post; draft: Draft }) {
  const findPublicPage = useFindPublicPage()
  const [isBusy, setBusy] = useState(false)
  const isDraft = post.status === 'draft'
  const isBlocked = isDraft && countBlocking(post) > 0
  async function change() {
    setBusy(true)
    const isDone = await draft.save(isDraft ? 'published' : 'draft')
    setBusy(false)
    if (!isDone) return
    const publicPage = isDraft && hasAddress(post) ? await findPublicPage() : null
    const link = publicPage
      ? { label: strings.publishButton.viewPage, href: addressOf(publicPage, draft.stored()) }
      : undefined
    toast(isDraft ? strings.publishButton.published : strings.publishButton.movedToDraft, {
      link,
      seconds: link ? 8 : 4,
    })
  }
  return isDraft ? (
    <Button
      look="primary"
      busy={isBusy && strings.publishButton.publishing}
      disabled={isBlocked}
      aria-describedby={isBlocked ? reasonId : undefined}
      onClick={change}
    >
      {strings.publishButton.publish}
    </Button>
  ) : (
    <Button busy={isBusy && strings.publishButton.movingToDraft} onClick={change}>
      {strings.publishButton.moveToDraft}
    </Button>
  )
}
