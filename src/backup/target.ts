import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Whether an argument names a bucket. */
export const isBucket = (target: string): boolean => target.startsWith('s3://')

/** `s3://BUCKET/PREFIX`: the bucket, and the prefix if there is one. */
export const bucketAddress = /^s3:\/\/([a-z\d][a-z\d.-]+)(?:\/(.*?))?\/*$/

/** Whether backups can be written to an address: a path or `s3://BUCKET/PREFIX`, but no other URL. */
export const isBackupTarget = (target: string): boolean =>
  isBucket(target) ? bucketAddress.test(target) : !/^\w{2,}:\//.test(target)

/** An address that is not of a bucket without what follows its scheme, which may have a password. */
export const withoutDetails = (target: string): string =>
  isBucket(target) ? `"${target}"` : target.replace(/(?<=:\/+)[^/].*/s, '')

/** The part of a path that is a file, so that the path cannot name a folder; null if there is none. */
export function findFileIn(path: string): string | null {
  const part = resolve(path)
  try {
    return statSync(part).isDirectory() ? null : part
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' || code === 'ENOTDIR' ? findFileIn(dirname(part)) : null
  }
}
