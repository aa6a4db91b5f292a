import { useState } from 'react'
import { useSavedViews, useShownFilters } from '../../data/saved-views.ts'
import { lazyView } from '../../kit/lazy-view.tsx'
import { Menu } from '../../kit/menu.tsx'
import type { MenuItem } from '../../kit/menu-list.tsx'
import * as strings from './strings.ts'

const SaveView = lazyView(() => import('./view-dialogs.tsx').then((m) => m.SaveView))
const ManageViews = lazyView(() => import('./view-dialogs.tsx').then((m) => m.ManageViews))

/** Opens, saves and manages the named filters and periods of the project. */
export function SavedViews() {
  const { data } = useSavedViews()
  const { filters, isShown, open } = useShownFilters()
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null)
  const views = data?.views ?? []
  const shown = views.find(isShown)
  const close = () => setDialog(null)
  const items: (MenuItem | 'line')[] = [
    ...views.map((view) => ({
      label: view.name,
      checked: view === shown,
      onSelect: () => open(view),
    })),
    ...(views.length > 0 ? (['line'] as const) : []),
    { label: strings.savedViews.save, onSelect: () => setDialog('save') },
    ...(views.length > 0 ? [{ label: strings.savedViews.manage, onSelect: () => setDialog('manage') }] : []),
  ]
  return (
    <>
      <Menu label={strings.savedViews.menu(shown?.name)} items={items} slim className="end">
        {shown?.name ?? strings.savedViews.title}
      </Menu>
      {dialog === 'save' && <SaveView filters={filters} onClose={close} />}
      {dialog === 'manage' && <ManageViews views={views} filters={filters} onClose={close} />}
    </>
  )
}
