import { useState } from 'react'
import { useLocation } from 'wouter'
import { Refusal } from '../../../agents/chats/refusal.tsx'
import { useModels } from '../../../data/chats.ts'
import { paths } from '../../../data/paths.ts'
import { type Post, useEditWithAgent } from '../../../data/post.ts'
import { TextArea } from '../../../kit/field.tsx'
import { FormDialog } from '../../../kit/form-dialog.tsx'
import { Notice } from '../../../kit/notice.tsx'
import type { Draft } from '../draft/draft.ts'
import * as strings from './strings.ts'

/** Opens a session that has the post, its ledger and its brand, and that asks before each edit. */
export function EditWithAgent({ post, draft, onClose }: { post: Post; draft: Draft; onClose: () => void }) {
  const [wish, setWish] = useState('')
  const { data: models } = useModels()
  const [, navigate] = useLocation()
  const [isSaving, setSaving] = useState(false)
  const edit = useEditWithAgent(post.id)
  async function begin() {
    setSaving(true)
    // The agent reads the stored text; the reason why it is not stored is shown above the text.
    const isStored = await draft.save()
    setSaving(false)
    if (!isStored) return onClose()
    edit.mutate(wish.trim(), { onSuccess: ({ sessionId }) => navigate(paths.session(sessionId)) })
  }
  return (
    <FormDialog
      title={strings.editWithAgent.title}
      onClose={onClose}
      onSubmit={begin}
      change={{ isPending: isSaving || edit.isPending, error: edit.error }}
      error={null}
      verb={strings.editWithAgent.start}
      busy={strings.editWithAgent.starting}
      disabled={Boolean(models?.obstacle)}
    >
      {models?.obstacle && <Notice kind="warn">{models.obstacle}</Notice>}
      <TextArea
        label={strings.editWithAgent.requestedChanges}
        hint={strings.editWithAgent.requestedChangesHint}
        rows={4}
        maxLength={200_000}
        required
        value={wish}
        onChange={(event) => setWish(event.target.value)}
      />
      {edit.error && <Refusal error={edit.error} retry={begin} />}
    </FormDialog>
  )
}
