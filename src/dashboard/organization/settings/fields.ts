import type { Changes, Settings } from '../../data/settings.ts'

/** The fields, and the function to change them. */
export type Fields = {
  settings: Settings
  /** Why a change was not saved. */
  failures: { [Key in keyof Changes]?: Error }
  change: (patch: Partial<Changes>, isTyping?: boolean) => void
  flush: () => void
}
