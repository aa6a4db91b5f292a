import type { BackupRecord } from '../backup/record.ts'
import { day, type Finding, green, red, type Subject, yellow } from './finding.ts'

const hour = day / 24
const write = 'herald backup DIR --keep 7d,4w,12m, every night'

/** The age of the last complete backup. */
export function checkBackup({ backup, failure }: BackupRecord, { now }: Subject['machine']): Finding {
  const check = 'backup'
  if (failure) return red(check, `The last backup failed on ${failure.at}: ${failure.error}`, write)
  if (!backup) return yellow(check, 'No backup was written from this DATA_DIR.', write)
  const age = now().getTime() - Date.parse(backup.at)
  const text = `The last backup is ${describeAge(age)} old: ${backup.target}.`
  if (age > 7 * day) return red(check, text, write)
  return age > 26 * hour ? yellow(check, text, write) : green(check, text)
}

/** The age of the last check that a backup restores. */
export function checkRestorable({ check: last }: BackupRecord, { now }: Subject['machine']): Finding {
  const check = 'backup check'
  const fix = 'herald backup check FILE, every month'
  if (!last) return yellow(check, 'No backup was checked from this DATA_DIR.', fix)
  const age = now().getTime() - Date.parse(last.at)
  const text = `The last good check of a backup is ${describeAge(age)} old.`
  return age > 35 * day ? yellow(check, text, fix) : green(check, text)
}

function describeAge(milliseconds: number): string {
  const hours = Math.max(0, Math.round(milliseconds / hour))
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`
}
