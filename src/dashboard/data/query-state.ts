import { useSearchParams } from 'wouter'

/**
 * The current parameters: several hooks may set one in the same render, each with those of the last render.
 */
const addressNow = () => new URLSearchParams(window.location.search)

/** A filter, tab or page in the URL; the default is left out. */
export function useQueryState(name: string, standard = ''): [string, (value: string) => void] {
  const [search, setSearch] = useSearchParams()
  const value = search.get(name) ?? standard
  function set(next: string) {
    setSearch(
      () => {
        const after = addressNow()
        if (next === standard) after.delete(name)
        else after.set(name, next)
        // A new filter starts at the first page, and a new page with closed rows.
        if (name !== 'open') after.delete('open')
        if (name !== 'open' && name !== 'page') after.delete('page')
        return after
      },
      { replace: true },
    )
  }
  return [value, set]
}

/** The page number in the URL. */
export function usePage(): [number, (page: number) => void] {
  const [value, set] = useQueryState('page', '1')
  return [Math.max(1, Number.parseInt(value, 10) || 1), (page) => set(String(page))]
}

/** Whether the URL opens a dialog, as the palette's actions do: `?new`. */
export function useAsked(name: string): [boolean, (open: boolean) => void] {
  const [search, setSearch] = useSearchParams()
  function set(open: boolean) {
    setSearch(
      () => {
        const after = addressNow()
        if (open) after.set(name, '')
        else after.delete(name)
        return after
      },
      { replace: true },
    )
  }
  return [search.has(name), set]
}
