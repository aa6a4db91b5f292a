import { useMemo, useState } from 'react'
import { useShortcuts } from './shortcuts.ts'

type Row = { id: string }

export type Selection<Of extends Row> = ReturnType<typeof useSelection<Of>>

/** The selected rows among the visible ones; x toggles the focused row, Escape clears the selection. */
export function useSelection<Of extends Row>(shown: Of[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const selected = useMemo(() => shown.filter(({ id }) => ids.has(id)), [shown, ids])

  function toggle(id: string) {
    const next = new Set(ids)
    if (!next.delete(id)) next.add(id)
    setIds(next)
  }
  function clear() {
    setIds(new Set())
  }
  useShortcuts({
    x: () => {
      const id = document.activeElement?.closest('tr')?.querySelector<HTMLElement>('[data-id]')?.dataset.id
      if (id) toggle(id)
    },
    Escape: clear,
  })
  return {
    selected,
    isSelected: (id: string) => ids.has(id),
    toggle,
    selectAll: () => setIds(new Set(shown.map(({ id }) => id))),
    isAll: shown.length > 0 && selected.length === shown.length,
    clear,
  }
}
