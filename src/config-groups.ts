import type { Retention } from './backup/retention.ts'
import { findFileIn, isBackupTarget, isBucket, withoutDetails } from './backup/target.ts'
import { OperatorError } from './errors.ts'
import type { LogFormat } from './log.ts'
import type { MailSettings } from './mail/settings.ts'

// Settings that several variables or several parts of one give; an incomplete one is an error.

export function toReplica(url: string | null, primary: string | null): string | null {
  if (url !== null && (primary ?? 'file:').startsWith('file:'))
    throw new OperatorError('DATABASE_READ_URL needs a DATABASE_URL that is a libSQL server.')
  return url
}

export function toIssuer(
  issuer: string | null,
  clientId: string | null,
  clientSecret: string | null,
  label: string,
) {
  if (issuer !== null && clientId !== null) return { issuer, clientId, clientSecret, label }
  if (issuer !== null) throw new OperatorError('OIDC_ISSUER needs OIDC_CLIENT_ID: set both or neither.')
  if (clientId !== null) throw new OperatorError('OIDC_CLIENT_ID needs OIDC_ISSUER: set both or neither.')
  return null
}

export function toMail(url: string | null, from: MailSettings['from'] | null): MailSettings | null {
  if (url !== null && from !== null) return { url, from }
  if (url !== null) throw new OperatorError('SMTP_URL needs MAIL_FROM: set both or neither.')
  if (from !== null) throw new OperatorError('MAIL_FROM needs SMTP_URL: set both or neither.')
  return null
}

/** Google knows no public clients for servers, so both values are required. */
export function toGoogle(
  clientId: string | null,
  clientSecret: string | null,
  addresses: { authorizeUrl: string; oauthUrl: string; searchConsoleUrl: string },
) {
  if (clientId !== null && clientSecret !== null) return { clientId, clientSecret, ...addresses }
  if (clientId !== null)
    throw new OperatorError('GOOGLE_CLIENT_ID needs GOOGLE_CLIENT_SECRET: set both or neither.')
  if (clientSecret !== null)
    throw new OperatorError('GOOGLE_CLIENT_SECRET needs GOOGLE_CLIENT_ID: set both or neither.')
  return null
}

export function toBackup(
  to: string | null,
  every: string,
  keep: Retention | null,
  passphraseFile: string | null,
  hasBucketAccess: boolean,
) {
  if (to === null || keep === null) return null
  if (!isBackupTarget(to))
    throw new OperatorError(`BACKUP_TO must be a folder or s3://BUCKET/PREFIX, not ${withoutDetails(to)}.`)
  const file = isBucket(to) ? null : findFileIn(to)
  if (file !== null)
    throw new OperatorError(`BACKUP_TO must be a folder or s3://BUCKET/PREFIX, but ${file} is a file.`)
  if (isBucket(to) && !hasBucketAccess)
    throw new OperatorError('BACKUP_TO is a bucket, which needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.')
  return { to, every, keep, passphraseFile }
}

export function toBucketAccess(
  accessKeyId: string | null,
  secretAccessKey: string | null,
  endpoint: string | null,
  region: string,
) {
  if (accessKeyId !== null && secretAccessKey !== null)
    return { accessKeyId, secretAccessKey, region, ...(endpoint === null ? {} : { endpoint }) }
  if (accessKeyId !== null)
    throw new OperatorError('S3_ACCESS_KEY_ID needs S3_SECRET_ACCESS_KEY: set both or neither.')
  if (secretAccessKey !== null)
    throw new OperatorError('S3_SECRET_ACCESS_KEY needs S3_ACCESS_KEY_ID: set both or neither.')
  return null
}

/** Headers in the form of OpenTelemetry: names and percent-encoded values. */
export function readHeaders(text: string | null): Record<string, string> {
  const pairs = (text ?? '').split(',').filter((pair) => pair.trim() !== '')
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, value = ''] = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? []
      if (name === undefined)
        throw new OperatorError('OTEL_EXPORTER_OTLP_HEADERS must be NAME=VALUE, comma-separated.')
      return [name, decodeHeader(value)]
    }),
  )
}

function decodeHeader(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    throw new OperatorError('OTEL_EXPORTER_OTLP_HEADERS has a % that encodes nothing. Write it as %25.')
  }
}

export function toLogStyle(format: LogFormat | null, isPlain: boolean) {
  const isTerminal = process.stdout.isTTY === true
  return { format: format ?? (isTerminal ? 'text' : 'json'), isColored: isTerminal && !isPlain } as const
}

/** A public URL with the base path. Any other path would produce dead links. */
export function withBasePath(name: string, url: string, basePath: string): string {
  const path = new URL(url).pathname.replace(/\/+$/, '')
  if (path === '') return url + basePath
  if (path === basePath) return url
  throw new OperatorError(
    `${name} has the path ${path}, but BASE_PATH is ${basePath || 'not set'}. Set BASE_PATH=${path}.`,
  )
}
