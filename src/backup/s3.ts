import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import type { Config } from '../config.ts'
import { OperatorError } from '../errors.ts'
import { timeOf } from './name.ts'
import { findExpired, type Retention } from './retention.ts'
import { bucketAddress } from './target.ts'

/** All parts of an upload but the last have this size. */
const partBytes = 16 * 1024 * 1024
/** A transfer may take this long, plus the time of its bytes at the slowest useful speed. */
const baseTimeoutMilliseconds = 2 * 60 * 1000
const slowestBytesPerMillisecond = 50

/** A bucket with the prefix of its backups. */
export type Bucket = {
  /** Address of a backup, for people and for commands. */
  addressOf(name: string): string
  /** Names and sizes of the backups below the prefix. */
  list(): Promise<{ name: string; bytes: number }[]>
  /** Whether a backup exists. */
  has(name: string): Promise<boolean>
  /** Uploads a file and reads it back; throws an OperatorError unless every byte is the same. */
  upload(file: string, name: string): Promise<void>
  /** Downloads a backup to a file in a folder that only this user can read. */
  download(name: string, to: string): Promise<void>
  /** Deletes the backups that a retention does not keep, except `written`, and returns their names. */
  prune(retention: Retention, written: string): Promise<string[]>
}

/** Splits the address of a backup in a bucket into the address of its folder and its name. */
export function splitAddress(address: string): { folder: string; name: string } {
  const slash = address.lastIndexOf('/')
  return { folder: address.slice(0, slash), name: address.slice(slash + 1) }
}

/** Opens `s3://BUCKET/PREFIX` with the access of the configuration. */
export function openBucket(
  address: string,
  { s3 }: Pick<Config, 's3'>,
  baseTimeout = baseTimeoutMilliseconds,
): Bucket {
  const [, bucket = '', path = ''] = bucketAddress.exec(address) ?? []
  if (bucket === '') throw new OperatorError(`"${address}" is not s3://BUCKET/PREFIX.`)
  if (s3 === null) throw new OperatorError('A bucket needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.')
  const client = new Bun.S3Client({ ...s3, bucket })
  const prefix = path === '' ? '' : `${path}/`
  const addressOf = (name: string) => `s3://${bucket}/${prefix}${name}`

  async function transfer<T>(what: string, bytes: number, act: Promise<T>): Promise<T> {
    const silence = Promise.withResolvers<never>()
    const timeout = baseTimeout + bytes / slowestBytesPerMillisecond
    const timer = setTimeout(() => silence.reject(new Error('it does not answer')), timeout)
    try {
      return await Promise.race([act, silence.promise])
    } catch (error) {
      const { code, message } = error as { code?: string; message: string }
      throw new OperatorError(`${what} failed: ${describeFault(code, message)}.`)
    } finally {
      clearTimeout(timer)
    }
  }

  async function listNames() {
    const found: { name: string; bytes: number }[] = []
    let startAfter: string | undefined
    for (;;) {
      const page = await transfer(`Listing ${addressOf('')}`, 0, client.list({ prefix, startAfter }))
      const contents = page.contents ?? []
      for (const { key, size } of contents) {
        const name = key.slice(prefix.length)
        if (timeOf(name) !== null) found.push({ name, bytes: Number(size ?? 0) })
      }
      startAfter = contents.at(-1)?.key
      if (!page.isTruncated || startAfter === undefined) return found
    }
  }

  return {
    addressOf,
    list: listNames,
    has: (name) => transfer(`Reading ${addressOf(name)}`, 0, client.file(prefix + name).exists()),
    async upload(file, name) {
      const { size } = statSync(file)
      const target = client.file(prefix + name)
      const options = { partSize: partBytes, queueSize: 2, retry: 3 }
      await transfer(`Uploading to ${addressOf(name)}`, size, target.write(Bun.file(file), options))
      const sent = await hashOf(createReadStream(file))
      const stored = await transfer(
        `Reading ${addressOf(name)}`,
        size,
        hashOf(target.stream() as ReadableStream<Uint8Array>),
      )
      if (sent !== stored)
        throw new OperatorError(`${addressOf(name)} differs from what was uploaded. Write the backup again.`)
    },
    async download(name, to) {
      const source = client.file(prefix + name)
      const what = `Reading ${addressOf(name)}`
      const { size } = await transfer(what, 0, source.stat())
      await transfer(what, size, Bun.write(to, new Response(source.stream())))
    },
    async prune(retention, written) {
      const names = (await listNames()).map(({ name }) => name)
      const removed = findExpired(names, retention).filter((name) => name !== written)
      for (const name of removed)
        await transfer(`Deleting ${addressOf(name)}`, 0, client.file(prefix + name).delete())
      return removed
    },
  }
}

function describeFault(code: string | undefined, message: string): string {
  if (code === undefined) return message
  return faults[code] ?? `the store reports an error (${code})`
}

const refused =
  'the bucket refuses this access key; check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and the rights of the key'
const unreachable = 'the store cannot be reached; check S3_ENDPOINT, and the network to it'

const faults: Record<string, string> = {
  NoSuchKey: 'there is no such backup',
  NoSuchBucket: 'there is no such bucket; check BACKUP_TO, S3_ENDPOINT and S3_REGION',
  AccessDenied: refused,
  InvalidAccessKeyId: refused,
  SignatureDoesNotMatch: refused,
  ConnectionRefused: unreachable,
  ConnectionClosed: unreachable,
  FailedToOpenSocket: unreachable,
  DNSResolveFailed: 'the name of the store cannot be resolved; check S3_ENDPOINT',
  SlowDown: 'the store is overloaded (SlowDown)',
  RequestTimeTooSkewed: 'the clock of this machine is wrong; correct it',
}

async function hashOf(stream: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of stream as AsyncIterable<Uint8Array>) hash.update(chunk)
  return hash.digest('hex')
}
