import { Command } from 'cmdk'
import { FileText, LogOut } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useFoundPosts } from '../../data/found-posts.ts'
import { paths } from '../../data/paths.ts'
import { useProjectAddress } from '../../data/project-address.ts'
import { useSession, useSignOut } from '../../data/session.tsx'
import { Icon } from '../../kit/icon.tsx'
import { useSettled } from '../../kit/use-settled.ts'
import { chooseTheme } from '../../organization/account/choose-theme.ts'
import { isOffered } from '../shell/navigation-items.ts'
import { actions, type PaletteItem, pages } from './palette-items.ts'
import { postValue, scoreItem } from './score-item.ts'
import * as strings from './strings.ts'

/** Searches pages, actions and all posts. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation()
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const addressOf = useProjectAddress()
  const signOut = useSignOut()
  const { data: session } = useSession()
  const posts = useFoundPosts(useSettled(text).value)
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
  function choose(item: PaletteItem) {
    if ('path' in item) return go(item.path)
    chooseTheme(item.theme)
    onClose()
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
      <Command label={strings.palette.search} loop filter={scoreItem}>
        <Command.Input value={text} onValueChange={setText} placeholder={strings.palette.placeholder} />
        <Command.List>
          <Command.Empty>{strings.palette.noResults}</Command.Empty>
          <Command.Group heading={strings.palette.pages}>
            <Items
              items={pages.filter((item) => !('path' in item) || isOffered(item, session))}
              onChoose={choose}
            />
          </Command.Group>
          <Command.Group heading={strings.palette.actions}>
            <Items items={actions} onChoose={choose} />
            <Command.Item keywords={strings.keywords.signOut} onSelect={() => signOut.mutate()}>
              <Icon of={LogOut} />
              {strings.palette.signOut}
            </Command.Item>
          </Command.Group>
          {posts.length > 0 && (
            <Command.Group heading={strings.palette.posts}>
              {posts.map((post) => (
                <Command.Item
                  key={post.id}
                  value={`${postValue}${post.id}`}
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

function Items({ items, onChoose }: { items: PaletteItem[]; onChoose: (item: PaletteItem) => void }) {
  return items.map((item) => (
    <Command.Item key={item.label} keywords={item.keywords} onSelect={() => onChoose(item)}>
      <Icon of={item.icon} />
      <span className="grow">{item.label}</span>
      {item.key && <kbd aria-hidden="true">{`g ${item.key}`}</kbd>}
    </Command.Item>
  ))
}
