import { Ellipsis } from 'lucide-react'
import { useLocation } from 'wouter'
import { Icon } from './icon.tsx'
import { Menu } from './menu.tsx'

/** The further actions of a row. */
export function RowMenu({ name, href, onDelete }: { name: string; href: string; onDelete: () => void }) {
  const [, navigate] = useLocation()
  return (
    <Menu
      label={`More actions for ${name}`}
      look="quiet"
      slim
      iconOnly
      items={[
        { label: 'Edit', onSelect: () => navigate(href) },
        { label: 'Delete', danger: true, onSelect: onDelete },
      ]}
    >
      <Icon of={Ellipsis} />
    </Menu>
  )
}
