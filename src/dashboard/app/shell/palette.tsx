import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { FileText, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { api, ask, queryOf } from '../../data/api.ts'
import { paths } from '../../data/paths.ts'
import { useProjectAddress } from '../../data/project-address.ts'
import { useOrganization } from '../../data/session.tsx'
import { Icon } from '../../kit/icon.tsx'
import { navigationItems } from './navigation-items.ts'
import * as strings from './strings.ts'

const actions = [
  { label: strings.palette.generatePost, path: paths.newPost() },
  { label: strings.palette.newPost, path: `${paths.posts()}?new` },
  { label: strings.palette.newArticle, path: paths.newArticle() },
  { label: strings.palette.connectRepository, path: `${paths.repositories()}?connect` },
  { label: strings.palette.newSchedule, path: `${paths.schedules()}?new` },
  { label: strings.palette.newTrigger, path: `${paths.triggers()}?new` },
  { label: strings.palette.newApiKey, path: `${paths.keys()}?new` },
  { label: strings.palette.inviteMember, path: `${paths.members()}?invite` },
]

/** Searches pages, actions and recent posts. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { id } = useOrganization()
  const [, navigate] = useLocation()
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const addressOf = useProjectAddress()
  const posts = useQuery({
    queryKey: [id, 'posts', { palette: true }],
    queryFn: () => ask(api.api.app.posts.get({ query: queryOf({ limit: 50, status: 'draft,published' }) })),
  })
  useEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    element?.showModal()
    // A dialog focuses the list, which ignores typing.
    element?.querySelector('input')?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  function go(path: string) {
    onClose()
    navigate(addressOf(path))
  }
  return (
    <dialog
      ref={dialog}
      className="dialog palette"
      aria-label={strings.palette.search}
      onCancel={onClose}
      onClose={onClose}
      onPointerDown={(event) => event.target === dialog.current && onClose()}
    >
      <Command label={strings.palette.search} loop>
        <Command.Input value={text} onValueChange={setText} placeholder={strings.palette.placeholder} />
        <Command.List>
          <Command.Empty>{strings.palette.noResults}</Command.Empty>
          <Command.Group heading={strings.palette.pages}>
            {navigationItems.map(({ label, path, icon, key }) => (
              <Command.Item key={path} onSelect={() => go(path)}>
                <Icon of={icon} />
                <span className="grow">{label}</span>
                {key && <kbd aria-hidden="true">{`g ${key}`}</kbd>}
              </Command.Item>
            ))}
          </Command.Group>
          <Command.Group heading={strings.palette.actions}>
            {actions.map(({ label, path }) => (
              <Command.Item key={label} onSelect={() => go(path)}>
                <Icon of={Plus} />
                {label}
              </Command.Item>
            ))}
          </Command.Group>
          {posts.data && posts.data.posts.length > 0 && (
            <Command.Group heading={strings.palette.posts}>
              {posts.data.posts.map((post) => (
                <Command.Item
                  key={post.id}
                  value={`${post.title} ${post.id}`}
                  onSelect={() => go(paths.post(post.id))}
                >
                  <Icon of={FileText} />
                  <span className="cut">{post.title}</span>
                </Command.Item>
              ))}
            </Command.Group>
          )}
        </Command.List>
      </Command>
    </dialog>
  )
}
