import { join, resolve } from 'node:path'
import {
  readHeaders,
  toBackup,
  toBucketAccess,
  toGoogle,
  toIssuer,
  toLogStyle,
  toMail,
  toReplica,
  withBasePath,
} from './config-groups.ts'
import { readSecret } from './config-secrets.ts'
import {
  basePath,
  cronPattern,
  database,
  flag,
  founders,
  issuer,
  level,
  limits,
  listenAddress,
  logFormat,
  origins,
  port,
  proxies,
  rangesSource,
  replica,
  retention,
  secret,
  sender,
  smtpUrl,
  text,
  url,
  type Variable,
  wholeNumber,
} from './config-variables.ts'
import type { TrackerAdapter } from './tracker/adapter.ts'
import { trackerAdapters } from './tracker/adapters.ts'

const generalVariables = {
  HOST: text('127.0.0.1', 'Host name or IP address to listen on.'),
  PORT: port('3000', 'Port to listen on; 0 picks a free one.'),
  BASE_URL: url(
    'http://localhost:PORT',
    'Public URL of the API, as printed in links; usually the same as APP_URL.',
  ),
  APP_URL: url(
    'http://localhost:PORT',
    'Public URL of the dashboard, of webhooks, and of links in emails and feeds.',
  ),
  BASE_PATH: basePath(
    'Path under which a reverse proxy serves Herald, such as /herald. You can omit it from BASE_URL and APP_URL.',
  ),
  DATA_DIR: text('./data', 'Folder of the database and of the generated secret key.'),
  DATABASE_URL: database(
    'file in DATA_DIR',
    'A file: URL, or a libSQL server (libsql:, http:, https:, ws:, wss:).',
  ),
  SNAPSHOT_BEFORE_MIGRATION: flag(
    'Copy a database file into snapshots/ next to it before a new version migrates it.',
    'true',
  ),
  DATABASE_AUTH_TOKEN: secret('Token for the libSQL server and its replica.'),
  DATABASE_READ_URL: replica(
    'A replica of the libSQL server, for reads that may lag behind the newest writes.',
  ),
  SECRET_KEY: secret(
    'Encrypts stored tokens and webhook secrets: at least 32 characters, for example from openssl rand -hex 32. Unset: generated once into DATA_DIR.',
  ),
  GITHUB_API_URL: url('https://api.github.com', 'The code host; for GitHub Enterprise https://HOST/api/v3.'),
  GITHUB_TOKEN: secret(
    "The operator's token, used for repositories that have none. Reads public repositories, and private ones for organizations with herald org set --operator-token on.",
  ),
  OPENAI_BASE_URL: url(null, 'An OpenAI-compatible endpoint for the models below.'),
  OPENAI_API_KEY: secret('Key for that endpoint.'),
  WRITER_MODEL: text(null, 'Model that writes posts.'),
  SMALL_MODEL: text(
    null,
    'Cheaper model for short tasks, such as sorting feedback and rating answers. Unset: WRITER_MODEL.',
  ),
  ENGINES_FILE: text(null, 'File with the catalog of answer engines.'),
  OIDC_ISSUER: issuer('An OpenID issuer that users may sign in with, spelled as in its discovery document.'),
  OIDC_CLIENT_ID: text(
    null,
    'Client ID of this server at that issuer; the redirect URI is APP_URL/api/app/oidc/callback.',
  ),
  OIDC_CLIENT_SECRET: secret('Client secret of this server at that issuer; omit for a public client.'),
  OIDC_LABEL: text('single sign-on', 'Name of the issuer on the sign-in page.'),
  GOOGLE_CLIENT_ID: text(
    null,
    'Client ID of this server at Google, to read search queries from Google Search Console; the redirect URI is APP_URL/api/integrations/google-search-console/callback.',
  ),
  GOOGLE_CLIENT_SECRET: secret('Client secret of this server at Google.'),
  GOOGLE_AUTHORIZE_URL: url(
    'https://accounts.google.com/o/oauth2/v2/auth',
    "Google's page where users allow access; change it to use a proxy.",
  ),
  GOOGLE_OAUTH_URL: url(
    'https://oauth2.googleapis.com',
    'URL below which Google issues (/token) and revokes (/revoke) tokens; change it to use a proxy.',
  ),
  SEARCH_CONSOLE_API_URL: url(
    'https://www.googleapis.com/webmasters/v3',
    'API URL of Google Search Console; change it to use a proxy.',
  ),
  SMTP_URL: smtpUrl(
    'Mail server for subscriptions, notifications, invitations and password links: smtp://USER:PASSWORD@HOST:587, or smtps: for port 465.',
  ),
  MAIL_FROM: sender(
    'Sender of emails: an email address, or a name and the email address in angle brackets. Required with SMTP_URL.',
  ),
  MAIL_PER_SECOND: wholeNumber('1', 'Emails to subscribers per second.'),
  ORGANIZATIONS: founders(
    'Sets who can create organizations: operator (only the operator, on the command line) or members (also every owner of an organization, in the dashboard). Unset: members, or operator if there are several organizations or any limits.',
  ),
  DEFAULT_LIMITS: limits(
    'Limits of new organizations: the options of herald org limits as NAME=VALUE, comma-separated, such as long-form=25,social=unlimited,images=10,answers=2000,credits=500,zdr=off,log-retention=7.',
  ),
  IMAGE_STORAGE_MB: wholeNumber('1024', 'Megabytes of images that an organization may store.'),
  INGEST_PER_MINUTE: wholeNumber(
    '1000',
    'Visits that the websites of an organization may report per minute.',
  ),
  TRAFFIC_RETENTION_DAYS: wholeNumber(
    '90',
    'Days that single visits of AI traffic are stored; their daily counts stay.',
  ),
  TRAFFIC_RANGES: rangesSource(
    'auto: fetch the IP ranges of AI vendors every day, to verify their crawlers. A URL: fetch URL/ID.json instead.',
  ),
  CORS_ORIGINS: origins('Origins that may call the API from a browser, comma-separated.'),
  TRUST_PROXY: proxies(
    '0',
    "Number of trusted proxies; true means 1. The client's IP address is the entry at this position from the right of X-Forwarded-For.",
  ),
  ALLOW_PRIVATE_NETWORK: flag('Let page fetches reach private IP addresses.'),
  BACKUP_TO: text(null, 'Folder, or s3://BUCKET/PREFIX, to which the server writes backups of its database.'),
  BACKUP_EVERY: cronPattern('0 3 * * *', 'When the server writes backups: five cron fields, in UTC.'),
  BACKUP_KEEP: retention('7d,4w,12m', 'How many daily, weekly and monthly backups the server keeps.'),
  BACKUP_PASSPHRASE_FILE: text(null, 'File with the passphrase that encrypts these backups.'),
  S3_ENDPOINT: url(null, 'URL of an S3-compatible store; for Amazon S3 leave it out.'),
  S3_REGION: text('us-east-1', 'Region of the backup bucket.'),
  S3_ACCESS_KEY_ID: secret('Access key ID for the backup bucket.'),
  S3_SECRET_ACCESS_KEY: secret('Secret access key for the backup bucket.'),
  RELEASES_URL: url(
    null,
    'URL from which herald upgrade downloads releases. Unset: the URL from which the installed release came.',
  ),
  METRICS_TOKEN: secret("Bearer token that enables GET /metrics on Herald's port."),
  METRICS_LISTEN: listenAddress(
    'HOST:PORT on which GET /metrics needs no token, such as 127.0.0.1:9464. Keep it private.',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(
    null,
    'URL of an OpenTelemetry collector (OTLP over HTTP), which gets traces.',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: secret('Headers for that collector: NAME=VALUE, comma-separated.'),
  LOG_FORMAT: logFormat('text or json. Unset: text on a terminal, json otherwise. NO_COLOR disables colors.'),
  LOG_LEVEL: level('info', 'trace, debug, info, warn, error, fatal or silent.'),
} satisfies Record<string, Variable<unknown>>

const apiUrlOf = ({ provider }: TrackerAdapter) => `${provider.toUpperCase()}_API_URL`
const trackerVariables = Object.fromEntries(
  trackerAdapters.map((adapter) => [
    apiUrlOf(adapter),
    url(adapter.apiUrl, `API URL of ${adapter.name}; change it to use a proxy.`),
  ]),
)

/**
 * Every environment variable that Herald reads; secrets may also be set as NAME_FILE. A test compares the table in
 * docs/configuration.md with it.
 */
export const variables = { ...generalVariables, ...trackerVariables }

const modelVariables = ['OPENAI_BASE_URL', 'OPENAI_API_KEY', 'WRITER_MODEL', 'SMALL_MODEL'] as const

export type Config = ReturnType<typeof readConfig>

/** The configuration from the environment; throws an OperatorError that names the variable. */
export function readConfig(env: Record<string, string | undefined>) {
  type Value<N extends keyof typeof generalVariables> = ReturnType<(typeof generalVariables)[N]['read']>

  function given<N extends keyof typeof generalVariables>(name: N): Value<N> | null {
    const { secret, read }: Variable<unknown> = generalVariables[name]
    const text = (secret ? readSecret(env, name) : env[name])?.trim()
    return text ? (read(text, name) as Value<N>) : null
  }

  function read<N extends keyof typeof generalVariables>(name: N): Value<N> | null {
    const variable: Variable<unknown> = generalVariables[name]
    return given(name) ?? (variable.default ? (variable.read(variable.default, name) as Value<N>) : null)
  }

  const listenPort = read('PORT') ?? 3000
  const basePath = read('BASE_PATH') ?? ''
  const publicUrl = (name: 'BASE_URL' | 'APP_URL') =>
    withBasePath(name, given(name) ?? `http://localhost:${listenPort}`, basePath)
  const s3 = toBucketAccess(
    read('S3_ACCESS_KEY_ID'),
    read('S3_SECRET_ACCESS_KEY'),
    read('S3_ENDPOINT'),
    read('S3_REGION') ?? 'us-east-1',
  )
  const dataDir = resolve(read('DATA_DIR') ?? './data')
  return {
    host: read('HOST') ?? '127.0.0.1',
    port: listenPort,
    basePath,
    baseUrl: publicUrl('BASE_URL'),
    appUrl: publicUrl('APP_URL'),
    dataDir,
    databaseReadUrl: toReplica(read('DATABASE_READ_URL'), given('DATABASE_URL')),
    databaseUrl: given('DATABASE_URL') ?? `file:${join(dataDir, 'herald.db')}`,
    snapshotBeforeMigration: read('SNAPSHOT_BEFORE_MIGRATION') ?? true,
    databaseAuthToken: read('DATABASE_AUTH_TOKEN'),
    secretKey: read('SECRET_KEY'),
    githubApiUrl: read('GITHUB_API_URL') ?? 'https://api.github.com',
    githubToken: read('GITHUB_TOKEN'),
    /** API URL of each tracker, by provider. */
    trackerApiUrls: Object.fromEntries(
      trackerAdapters.map((adapter) => [adapter.provider, readTrackerUrl(env, adapter)]),
    ),
    openaiBaseUrl: read('OPENAI_BASE_URL'),
    openaiApiKey: read('OPENAI_API_KEY'),
    writerModel: read('WRITER_MODEL'),
    smallModel: read('SMALL_MODEL'),
    enginesFile: read('ENGINES_FILE'),
    /** Reads a secret whose name is only in the catalog of engines, also as NAME_FILE. */
    readSecret: (name: string) => readSecret(env, name)?.trim() || null,
    oidc: toIssuer(
      read('OIDC_ISSUER'),
      read('OIDC_CLIENT_ID'),
      read('OIDC_CLIENT_SECRET'),
      read('OIDC_LABEL') ?? 'single sign-on',
    ),
    google: toGoogle(read('GOOGLE_CLIENT_ID'), read('GOOGLE_CLIENT_SECRET'), {
      authorizeUrl: read('GOOGLE_AUTHORIZE_URL') ?? '',
      oauthUrl: read('GOOGLE_OAUTH_URL') ?? '',
      searchConsoleUrl: read('SEARCH_CONSOLE_API_URL') ?? '',
    }),
    /** Settings that the environment contains, so that they cannot be changed in the dashboard. */
    fixed: {
      address: given('BASE_URL') !== null || given('APP_URL') !== null,
      model: modelVariables.some((name) => given(name) !== null),
      mail: given('SMTP_URL') !== null || given('MAIL_FROM') !== null,
    },
    mail: toMail(read('SMTP_URL'), read('MAIL_FROM')),
    mailPerSecond: read('MAIL_PER_SECOND') ?? 1,
    organizations: read('ORGANIZATIONS'),
    defaultLimits: read('DEFAULT_LIMITS'),
    imageStorageMegabytes: read('IMAGE_STORAGE_MB') ?? 1024,
    ingestPerMinute: read('INGEST_PER_MINUTE') ?? 1000,
    trafficRetentionDays: read('TRAFFIC_RETENTION_DAYS') ?? 90,
    trafficRanges: read('TRAFFIC_RANGES'),
    corsOrigins: read('CORS_ORIGINS') ?? [],
    trustProxy: read('TRUST_PROXY') ?? 0,
    allowPrivateNetwork: read('ALLOW_PRIVATE_NETWORK') ?? false,
    backup: toBackup(
      read('BACKUP_TO'),
      read('BACKUP_EVERY') ?? '',
      read('BACKUP_KEEP'),
      read('BACKUP_PASSPHRASE_FILE'),
      s3 !== null,
    ),
    s3,
    releasesUrl: read('RELEASES_URL'),
    metricsToken: read('METRICS_TOKEN'),
    metricsListen: read('METRICS_LISTEN'),
    tracing: {
      endpoint: read('OTEL_EXPORTER_OTLP_ENDPOINT'),
      headers: readHeaders(read('OTEL_EXPORTER_OTLP_HEADERS')),
      /** Addresses that the operator chose: only they get the ids of a trace. */
      receivers: [
        given('OPENAI_BASE_URL'),
        given('GITHUB_API_URL'),
        ...trackerAdapters.map((adapter) => env[apiUrlOf(adapter)]?.trim() || null),
      ].filter((address) => address !== null),
    },
    logLevel: read('LOG_LEVEL') ?? 'info',
    log: toLogStyle(read('LOG_FORMAT'), Boolean(env.NO_COLOR)),
  }
}

function readTrackerUrl(env: Record<string, string | undefined>, adapter: TrackerAdapter): string {
  const name = apiUrlOf(adapter)
  return url(null, '').read(env[name]?.trim() || adapter.apiUrl, name)
}

/** URL of a listening server; IPv6 addresses need brackets. */
export function serverUrl(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
