import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { Confirm } from '../parts/dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { Menu } from '../parts/menu.tsx'
import { Failure } from '../parts/notice.tsx'
import { toast } from '../parts/toast.tsx'
import { paths } from '../paths.ts'
import { useProjectAddress } from '../projects/address.ts'
import { type Brief, isOpen, useDeleteBrief } from './queries.ts'

/** What can be done with an article that nobody writes. */
export function BriefMenu({ brief }: { brief: Brief }) {
  const [isDeleting, setDeleting] = useState(false)
  if (isOpen(brief)) return null
  return (
    <>
      <Menu
        label="More"
        look="quiet"
        iconOnly
        items={[{ label: 'Delete', danger: true, onSelect: () => setDeleting(true) }]}
      >
        <Icon of={Ellipsis} />
      </Menu>
      {isDeleting && <DeleteBrief brief={brief} onClose={() => setDeleting(false)} />}
    </>
  )
}

function DeleteBrief({ brief: { briefId, postId }, onClose }: { brief: Brief; onClose: () => void }) {
  const [, navigate] = useLocation()
  const addressOf = useProjectAddress()
  const deletion = useDeleteBrief(briefId)
  function confirm() {
    deletion.mutate(undefined, {
      onSuccess() {
        toast('Article deleted.')
        navigate(addressOf(paths.articles()))
      },
    })
  }
  return (
    <Confirm
      title="Delete article"
      verb="Delete article"
      busy={deletion.isPending && 'Deleting'}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        This deletes its outline and evidence.{' '}
        {postId !== null && 'Its post stays, but its effect is no longer measured.'}
      </p>
      {deletion.isError && <Failure error={deletion.error} />}
    </Confirm>
  )
}
