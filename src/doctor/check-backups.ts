import { statSync } from 'node:fs'
import { openBucket, splitAddress } from '../backup/s3.ts'
import { isBucket } from '../backup/target.ts'
import { day, type Finding, green, type OpenSubject, red, yellow } from './finding.ts'

const hour = day / 24
const write = 'herald backup DIR --keep 7d,4w,12m, every night'

/** A store that does not answer must not delay the report. */
const storeTimeoutMilliseconds = 10_000

/** The age of the last complete backup, and whether it still exists. */
export async function checkBackup({ config, machine, record }: OpenSubject): Promise<Finding> {
  const { backup, failure } = record
  const check = 'backup'
  if (failure) return red(check, `The last backup failed on ${failure.at}: ${failure.error}`, write)
  if (!backup) return yellow(check, 'No backup was written from this DATA_DIR.', write)
  const age = machine.now().getTime() - Date.parse(backup.at)
  const text = `The last backup is ${describeAge(age)} old: ${backup.target}.`
  if (age > 7 * day) return red(check, text, write)
  const fault = await findFault(backup.target, config)
  if (fault !== null) return yellow(check, fault, write)
  return age > 26 * hour ? yellow(check, text, write) : green(check, text)
}

/** The age of the last check that a backup restores. */
export function checkRestorable({ machine, record: { check: last } }: OpenSubject): Finding {
  const check = 'backup check'
  const fix = 'herald backup check FILE, every month'
  if (!last) return yellow(check, 'No backup was checked from this DATA_DIR.', fix)
  const age = machine.now().getTime() - Date.parse(last.at)
  const text = `The last good check of a backup is ${describeAge(age)} old.`
  return age > 35 * day ? yellow(check, text, fix) : green(check, text)
}

/** Why a backup cannot be found at its address; null if it is there. */
async function findFault(target: string, config: OpenSubject['config']): Promise<string | null> {
  const missing = `The last backup is no longer at ${target}.`
  try {
    if (!isBucket(target)) {
      statSync(target)
      return null
    }
    const { folder, name } = splitAddress(target)
    return (await openBucket(folder, config, storeTimeoutMilliseconds).has(name)) ? null : missing
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return missing
    return `The last backup was not found. ${code ? `${target} cannot be read (${code}).` : message}`
  }
}

function describeAge(milliseconds: number): string {
  const hours = Math.max(0, Math.round(milliseconds / hour))
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`
}
