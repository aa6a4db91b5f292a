import { useSearchParams } from 'wouter'

/** The dialog in the URL: `?new`, `?new=<repository>` or `?edit=<id>`. */
export function useDialog() {
  const [search, setSearch] = useSearchParams()
  function set(name: 'new' | 'edit' | null, value = '') {
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete('new')
        after.delete('edit')
        if (name) after.set(name, value)
        return after
      },
      { replace: true },
    )
  }
  return {
    /** The repository to start with, empty if none is named; null without `?new`. */
    newFor: search.get('new'),
    editId: search.get('edit'),
    open: () => set('new'),
    close: () => set(null),
  }
}
