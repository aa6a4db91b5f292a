import type { Changes, Settings } from '../../data/settings.ts'

/** What each part of the page shows, and how it tells what was changed. */
export type Fields = {
  settings: Settings
  /** Why a change was not saved. */
  failures: { [Key in keyof Changes]?: Error }
  change: (patch: Partial<Changes>, isTyping?: boolean) => void
  flush: () => void
}
