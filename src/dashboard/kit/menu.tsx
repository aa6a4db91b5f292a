import { type ReactNode, Suspense, useState } from 'react'
import { Button, type ButtonStyle } from './button.tsx'
import { lazyComponent } from './lazy-view.tsx'
import type { MenuItem } from './menu-list.tsx'

const load = () => import('./menu-list.tsx').then((m) => m.MenuList)
const MenuList = lazyComponent(load)

/**
 * A button that opens a list of actions. The list is loaded when the pointer is over the button, so that
 * pages start small.
 */
export function Menu({
  label,
  items,
  look,
  slim,
  iconOnly,
  className,
  side,
  children,
}: {
  /** The accessible name of the button. */
  label: string
  items: (MenuItem | 'line')[]
  look?: ButtonStyle
  slim?: boolean
  iconOnly?: boolean
  className?: string
  side?: 'start' | 'end'
  children: ReactNode
}) {
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  function openFirst() {
    setWanted(true)
    setOpen(true)
  }
  const button = (
    <Button
      {...{ look, slim, iconOnly, className }}
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={open}
      onPointerEnter={load}
      onFocus={load}
      // Once the list is loaded, it handles opening itself.
      onClick={wanted ? undefined : openFirst}
    >
      {children}
    </Button>
  )
  if (!wanted) return button
  return (
    <Suspense fallback={button}>
      <MenuList {...{ open, setOpen, items, side }}>{button}</MenuList>
    </Suspense>
  )
}
