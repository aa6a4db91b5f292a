import { useSearchParams } from 'wouter'

/** The parameters as they are by now: in one go several may be set, each by a hook that knows those of the last render. */
const addressNow = () => new URLSearchParams(window.location.search)

/** A filter, tab or page that lives in the address; the default is left out of it. */
export function useQueryState(name: string, standard = ''): [string, (value: string) => void] {
  const [search, setSearch] = useSearchParams()
  const value = search.get(name) ?? standard
  function set(next: string) {
    setSearch(
      () => {
        const after = addressNow()
        if (next === standard) after.delete(name)
        else after.set(name, next)
        // Another filter begins at its first page, and another page with its rows closed.
        if (name !== 'open') after.delete('open')
        if (name !== 'open' && name !== 'page') after.delete('page')
        return after
      },
      { replace: true },
    )
  }
  return [value, set]
}

/** The page of a list that the address names. */
export function usePage(): [number, (page: number) => void] {
  const [value, set] = useQueryState('page', '1')
  return [Math.max(1, Number.parseInt(value, 10) || 1), (page) => set(String(page))]
}

/** Whether the address asks for a dialog, as the palette's actions do: `?new`. */
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
