import { Check } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

export type MenuItem = {
  label: string
  onSelect: () => void
  danger?: boolean
  /** It is selected. */
  checked?: boolean
  shortcut?: string
}

/** The open list of a menu. It is not modal: a modal one would insert a stylesheet into the page. */
export function MenuList({
  open,
  setOpen,
  items,
  side = 'end',
  children,
}: {
  open: boolean
  setOpen: (open: boolean) => void
  items: (MenuItem | 'line')[]
  side?: 'start' | 'end'
  children: ReactNode
}) {
  return (
    <DropdownMenu.Root open={open} onOpenChange={setOpen} modal={false}>
      <DropdownMenu.Trigger asChild>{children}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align={side} sideOffset={4} collisionPadding={8}>
          {items.map((item, place) =>
            item === 'line' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines are all alike
              <DropdownMenu.Separator key={place} className="menu-line" />
            ) : (
              <DropdownMenu.Item
                key={item.label}
                className={item.danger ? 'menu-item danger' : 'menu-item'}
                onSelect={item.onSelect}
              >
                <span className="grow">{item.label}</span>
                {item.checked && <Icon of={Check} />}
                {item.shortcut && <kbd aria-hidden="true">{item.shortcut}</kbd>}
              </DropdownMenu.Item>
            ),
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
