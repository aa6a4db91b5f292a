import type { BackupRecord } from '../backup/record.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'

export const states = ['green', 'yellow', 'red'] as const
export type State = (typeof states)[number]

/** The result of one check. */
export type Finding = {
  check: string
  state: State
  /** One sentence. */
  text: string
  /** The command or the setting that fixes it; null if nothing has to be done. */
  fix: string | null
  /** Fixes it and describes what was done; absent if only the operator can. */
  repair?(): string
}

/** The machine that Herald runs on; a parameter, so that tests can replace it. */
export type Machine = {
  now(): Date
  /** The user id of this process; null on systems without. */
  uid: number | null
  isContainer: boolean
  /** Free bytes, and the type number of the file system, of a folder. */
  statDisk(folder: string): { free: number; type: number }
  fetch(url: string, init?: RequestInit): Promise<Response>
}

/** What a check may read. */
export type Subject = {
  config: Config
  env: Record<string, string | undefined>
  machine: Machine
  /** The path of the database; null for one on a server. */
  path: string | null
}

export type OpenSubject = Subject & { db: Db; record: BackupRecord }

export const green = (check: string, text: string): Finding => ({ check, state: 'green', text, fix: null })
export const yellow = (check: string, text: string, fix: string): Finding => ({
  check,
  state: 'yellow',
  text,
  fix,
})
export const red = (check: string, text: string, fix: string): Finding => ({ check, state: 'red', text, fix })

export const minute = 60 * 1000
export const day = 24 * 60 * minute

/** A size for people, such as `1.2 GB`. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  let size = bytes
  let unit = 0
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000
    unit++
  }
  return `${size >= 10 || unit === 0 ? Math.round(size) : size.toFixed(1)} ${units[unit]}`
}

/** The first names of a list, and how many more there are. */
export function listNames(names: string[], shown = 3): string {
  const more = names.length - shown
  return names.slice(0, shown).join(', ') + (more > 0 ? ` and ${more} more` : '')
}
