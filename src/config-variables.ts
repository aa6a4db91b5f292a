import { Cron } from 'croner'
import { type Retention, readRetention } from './backup/retention.ts'
import { type DefaultLimits, readDefaultLimits } from './default-limits.ts'
import { OperatorError } from './errors.ts'
import type { LogFormat } from './log.ts'
import { isSmtpUrl, type MailSettings, readSender } from './mail/settings.ts'

export type Variable<T> = {
  default: string | null
  help: string
  secret?: boolean
  read: (value: string, name: string) => T
}

export function text(standard: string | null, help: string): Variable<string> {
  return { default: standard, help, read: (value) => value }
}

export function secret(help: string): Variable<string> {
  return { default: null, help, secret: true, read: (value) => value }
}

export function database(standard: string, help: string): Variable<string> {
  return {
    default: standard,
    help,
    read(value, name) {
      if (/^(file:(?!$|:memory:)|(libsql|https?|wss?):)/.test(value)) return value
      // The whole value is not repeated: the URL of another database may contain a password.
      const [, scheme] = /^(\w{2,}):/.exec(value) ?? []
      if (!scheme) throw new OperatorError(`${name} must be a URL; for this file use file:${value}.`)
      throw new OperatorError(
        `${name} must be a file (file:PATH) or a libSQL server (libsql:, http:, https:, ws:, wss:); ${scheme}: is not supported.`,
      )
    },
  }
}

/** A replica of the database server, which is no file. */
export function replica(help: string): Variable<string> {
  return {
    default: null,
    help,
    read(value, name) {
      if (/^(libsql|https?|wss?):\/\/./.test(value)) return value
      throw new OperatorError(
        `${name} must be the URL of a libSQL server (libsql:, http:, https:, ws:, wss:).`,
      )
    },
  }
}

export function url(standard: string | null, help: string): Variable<string> {
  const { read } = issuer(help)
  return { default: standard, help, read: (value, name) => read(value, name).replace(/\/+$/, '') }
}

/** First path segments of Herald's own routes: a base path that begins with one would be ambiguous. */
export const ownSegments = [
  '.well-known',
  'api',
  'app',
  'c',
  'docs',
  'geo',
  'healthz',
  'i',
  'images',
  'mcp',
  'metrics',
  'oauth',
  'openapi.json',
  'ping',
  'readyz',
  'robots.txt',
  'reports',
  'subscriptions',
  'swagger',
  'v1',
  'v2',
]

export function basePath(help: string): Variable<string> {
  return {
    default: null,
    help,
    read(value, name) {
      const path = value.replace(/\/+$/, '')
      if (path === '') return ''
      if (!/^(\/[\w~-][\w.~-]*)+$/.test(path))
        throw new OperatorError(`${name} must be a path such as /herald, not "${value}".`)
      const [, first = ''] = path.split('/')
      if (ownSegments.includes(first))
        throw new OperatorError(
          `${name} cannot begin with /${first}: Herald uses this path itself. Choose another path.`,
        )
      return path
    },
  }
}

/** A URL that also serves as a name: a trailing slash is part of it. */
export function issuer(help: string): Variable<string> {
  return {
    default: null,
    help,
    read(value, name) {
      if (/^https?:\/\//.test(value) && URL.canParse(value.replace(':PORT', ''))) return value
      throw new OperatorError(`${name} must be an http or https URL, not "${value}".`)
    },
  }
}

export function port(standard: string, help: string): Variable<number> {
  return {
    default: standard,
    help,
    read(value, name) {
      const number = Number(value)
      if (!Number.isInteger(number) || number < 0 || number > 65535) {
        throw new OperatorError(`${name} must be a number from 0 to 65535, not "${value}".`)
      }
      return number
    },
  }
}

export function cronPattern(standard: string, help: string): Variable<string> {
  return {
    default: standard,
    help,
    read(value, name) {
      try {
        if (value.split(/\s+/).length === 5 && new Cron(value, { paused: true, utcOffset: 0 }).nextRun())
          return value
      } catch {}
      throw new OperatorError(`${name} must be five cron fields, such as "0 3 * * *", not "${value}".`)
    },
  }
}

export function retention(standard: string, help: string): Variable<Retention> {
  return {
    default: standard,
    help,
    read(value, name) {
      const keep = readRetention(value)
      if (keep) return keep
      throw new OperatorError(`${name} must be days, weeks and months such as 7d,4w,12m, not "${value}".`)
    },
  }
}

export function listenAddress(help: string): Variable<{ host: string; port: number }> {
  return {
    default: null,
    help,
    read(value, name) {
      const [, host, port] =
        /^(?:\[([\da-f:]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(value)?.flatMap((part) => part ?? []) ?? []
      if (host && Number(port) <= 65535) return { host, port: Number(port) }
      throw new OperatorError(`${name} must be HOST:PORT, such as 127.0.0.1:9464, not "${value}".`)
    },
  }
}

export function wholeNumber(standard: string, help: string): Variable<number> {
  return {
    default: standard,
    help,
    read(value, name) {
      if (/^[1-9]\d{0,8}$/.test(value)) return Number(value)
      throw new OperatorError(`${name} must be a whole number from 1, not "${value}".`)
    },
  }
}

export function origins(help: string): Variable<string[]> {
  return {
    default: null,
    help,
    read(value, name) {
      const items = value.split(',').map((item) => item.trim().replace(/\/+$/, ''))
      const listed = items.filter(Boolean)
      const wrong = listed.find((item) => !URL.canParse(item) || new URL(item).origin !== item)
      if (wrong === undefined) return listed
      throw new OperatorError(`${name} must be origins such as https://app.example.com, not "${wrong}".`)
    },
  }
}

/** Where the address files of AI vendors are read: at the vendors, or below the URL of a mirror. */
export function rangesSource(help: string): Variable<{ mirror: string | null }> {
  return {
    default: null,
    help,
    read(value, name) {
      if (value === 'auto') return { mirror: null }
      if (/^https?:\/\//.test(value) && URL.canParse(value)) return { mirror: value.replace(/\/+$/, '') }
      throw new OperatorError(`${name} must be auto or an http or https URL, not "${value}".`)
    },
  }
}

export function smtpUrl(help: string): Variable<string> {
  return {
    default: null,
    help,
    secret: true,
    read(value, name) {
      if (isSmtpUrl(value)) return value
      // The value is not repeated: it may contain a password.
      throw new OperatorError(`${name} must be the URL of a mail server, such as smtp://HOST:587.`)
    },
  }
}

export function sender(help: string): Variable<MailSettings['from']> {
  return {
    default: null,
    help,
    read(value, name) {
      const from = readSender(value)
      if (from) return from
      throw new OperatorError(
        `${name} must be an email address, optionally with a name, such as Acme <news@acme.dev>, not "${value}".`,
      )
    },
  }
}

export function founders(help: string): Variable<'operator' | 'members'> {
  return {
    default: null,
    help,
    read(value, name) {
      if (value === 'operator' || value === 'members') return value
      throw new OperatorError(`${name} must be operator or members, not "${value}".`)
    },
  }
}

export function limits(help: string): Variable<DefaultLimits> {
  return { default: null, help, read: readDefaultLimits }
}

export function proxies(standard: string, help: string): Variable<number> {
  return {
    default: standard,
    help,
    read(value, name) {
      if (/^(true|yes|on)$/i.test(value)) return 1
      if (/^(false|no|off)$/i.test(value)) return 0
      if (/^\d{1,2}$/.test(value)) return Number(value)
      throw new OperatorError(
        `${name} must be a number of proxies from 0 to 99, or true or false, not "${value}".`,
      )
    },
  }
}

export function flag(help: string, standard = 'false'): Variable<boolean> {
  return {
    default: standard,
    help,
    read(value, name) {
      if (/^(true|1|yes|on)$/i.test(value)) return true
      if (/^(false|0|no|off)$/i.test(value)) return false
      throw new OperatorError(`${name} must be true or false, not "${value}".`)
    },
  }
}

export function logFormat(help: string): Variable<LogFormat> {
  return {
    default: null,
    help,
    read(value, name) {
      if (value === 'text' || value === 'json') return value
      throw new OperatorError(`${name} must be text or json, not "${value}".`)
    },
  }
}

export function level(standard: string, help: string): Variable<string> {
  const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']
  return {
    default: standard,
    help,
    read(value, name) {
      if (!levels.includes(value))
        throw new OperatorError(`${name} must be one of ${levels.join(', ')}, not "${value}".`)
      return value
    },
  }
}
