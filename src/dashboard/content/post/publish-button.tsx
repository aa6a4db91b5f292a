import { useState } from 'react'
import { type Post, useFindPublicPage } from '../../data/post.ts'
import { Button } from '../../kit/button.tsx'
import { useStore } from '../../kit/store.ts'
import { toast } from '../../kit/toast.tsx'
import { addressOf, hasAddress } from './address.ts'
import type { Draft } from './draft/draft.ts'
import { countBlocking, reasonId } from './faults.ts'
import * as strings from './strings.ts'

type Props = { post: Post; draft: Draft }

/** Publishes a draft, updates a published post with its unpublished changes, or moves it to drafts. */
export function PublishButton({ post, draft, onPublished }: Props & { onPublished: () => void }) {
  const state = useStore(draft.state)
  const { isBusy, publish, moveToDraft } = usePublication(post, draft)
  const isDraft = post.status === 'draft'
  const isBlocked = isDraft && countBlocking(post) > 0
  if (!isDraft && !hasUnpublishedChanges(post, state.kind))
    return (
      <Button busy={isBusy && strings.publishButton.movingToDraft} onClick={moveToDraft}>
        {strings.publishButton.moveToDraft}
      </Button>
    )
  return (
    <Button
      look="primary"
      busy={isBusy && (isDraft ? strings.publishButton.publishing : strings.publishButton.updating)}
      disabled={isBlocked}
      aria-describedby={isBlocked ? reasonId : undefined}
      onClick={async () => {
        if ((await publish()) && isDraft) onPublished()
      }}
    >
      {isDraft ? strings.publishButton.publish : strings.publishButton.update}
    </Button>
  )
}

/** True for a published text whose editor shows other words than readers see. */
export const hasUnpublishedChanges = ({ status, markdown, revision }: Post, saving: string) =>
  status === 'published' && markdown !== null && (revision !== null || saving !== 'saved')

/** Saves the text with a new status, and says what happened. */
export function usePublication(post: Post, draft: Draft) {
  const findPublicPage = useFindPublicPage()
  const [isBusy, setBusy] = useState(false)
  async function save(status: Post['status'], done: string) {
    setBusy(true)
    const isDone = await draft.save(status)
    setBusy(false)
    if (!isDone) return false
    const publicPage = status === 'published' && hasAddress(post) ? await findPublicPage() : undefined
    const href = publicPage ? addressOf(publicPage, draft.stored()) : null
    const link = href === null ? undefined : { label: strings.publishButton.viewPage, href }
    const place = href === null ? '' : strings.publishButton.at(href)
    const rest = publicPage === null ? `. ${strings.publicationNotice.pageIsOff}` : ''
    const isNew = status === 'published' && post.status === 'draft'
    toast(done + place + rest, { link, undo: isNew ? moveToDraft : undefined, seconds: 12 })
    return true
  }
  function moveToDraft() {
    return save('draft', strings.publishButton.movedToDraft)
  }
  return {
    isBusy,
    publish: () =>
      save(
        'published',
        post.status === 'draft' ? strings.publishButton.published : strings.publishButton.updated,
      ),
    moveToDraft,
  }
}
