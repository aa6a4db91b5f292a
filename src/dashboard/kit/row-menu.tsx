import { Ellipsis } from 'lucide-react'
import { useLocation } from 'wouter'
import { Icon } from './icon.tsx'
import { Menu } from './menu.tsx'
import * as strings from './strings.ts'

/** The further actions of a row. */
export function RowMenu({ name, href, onDelete }: { name: string; href: string; onDelete: () => void }) {
  const [, navigate] = useLocation()
  return (
    <Menu
      label={strings.rowMenu.moreActionsFor(name)}
      look="quiet"
      slim
      iconOnly
      items={[
        { label: strings.rowMenu.edit, onSelect: () => navigate(href) },
        { label: strings.rowMenu.delete, danger: true, onSelect: onDelete },
      ]}
    >
      <Icon of={Ellipsis} />
    </Menu>
  )
}
