import { basePath } from '../../kit/base-path.ts'

export type Theme = 'system' | 'light' | 'dark'

const cookie = 'herald_theme'
const year = 365 * 24 * 60 * 60

/** The theme of the page, as the server rendered it from the cookie. */
export function readTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/**
 * Applies a theme immediately, and stores it in a cookie, so that the server renders the next page with it.
 */
export function chooseTheme(theme: Theme) {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  const age = theme === 'system' ? 0 : year
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not there over plain http
  document.cookie = `${cookie}=${theme}; Max-Age=${age}; Path=${basePath || '/'}; SameSite=Lax${secure}`
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
