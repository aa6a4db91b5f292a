import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { type Brief, isOpen, useDeleteBrief } from '../../data/briefs.ts'
import { paths } from '../../data/paths.ts'
import { useProjectAddress } from '../../data/project-address.ts'
import { Confirm } from '../../kit/form-dialog.tsx'
import { Icon } from '../../kit/icon.tsx'
import { Menu } from '../../kit/menu.tsx'
import { toast } from '../../kit/toast.tsx'
import * as strings from './strings.ts'

/** The actions of an article that is not being written. */
export function BriefMenu({ brief }: { brief: Brief }) {
  const [isDeleting, setDeleting] = useState(false)
  if (isOpen(brief)) return null
  return (
    <>
      <Menu
        label={strings.briefMenu.more}
        look="quiet"
        iconOnly
        items={[{ label: strings.briefMenu.delete, danger: true, onSelect: () => setDeleting(true) }]}
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
        toast(strings.briefMenu.articleDeleted)
        navigate(addressOf(paths.articles()))
      },
    })
  }
  return (
    <Confirm
      title={strings.briefMenu.deleteArticle}
      verb={strings.briefMenu.deleteArticle}
      busy={strings.briefMenu.deleting}
      change={deletion}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{strings.briefMenu.effect(postId !== null)}</p>
    </Confirm>
  )
}
