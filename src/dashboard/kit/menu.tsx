import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Button, type Look } from './button.tsx'
import type { MenuItem } from './menu-list.tsx'

const load = () => import('./menu-list.tsx')
const MenuList = lazy(() => load().then(({ MenuList }) => ({ default: MenuList })))

/** A button that opens a list of actions. The list is fetched when the button is pointed at, so that pages start light. */
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
  /** The name of the button for those who do not see it. */
  label: string
  items: (MenuItem | 'line')[]
  look?: Look
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
      // Once the list is there, it opens and closes itself.
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
