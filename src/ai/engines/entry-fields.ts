import { type Api, type Engine, modelApis, type Price, pageApis, toPrice, type Zdr } from './engine.ts'
import { record } from './json.ts'

/** Fields of an entry of ENGINES_FILE, including values of older files. */
export type Entry = {
  id: string
  kind: Engine['kind']
  provider: string
  label: string
  name: string
  model: string
  baseUrl: string
  keyVariable: string
  api: Api
  search: Engine['search']
  zdr: Zdr
  searchZdr: Zdr
  zeroDataRetention: boolean
  default: boolean
  released: string
  thinking: boolean
  maxOutputTokens: number
  timeoutSeconds: number
  price: Price
}

/** How a field is read: undefined for an invalid value, which the error describes with `must`. */
type Field<T> = { must: string; read(value: unknown): T | undefined }

export const fields: { [N in keyof Entry]: Field<Entry[N]> } = {
  id: line(128),
  kind: oneOf('engine', 'writer', 'both'),
  provider: line(128),
  label: line(128),
  name: line(128),
  model: line(200),
  baseUrl: {
    must: 'an http or https URL without a user, a query or a fragment',
    read(value) {
      const url = typeof value === 'string' && /^https?:\/\//.test(value) ? URL.parse(value) : null
      if (!url || url.username || url.password || url.search || url.hash) return undefined
      return url.href.replace(/\/+$/, '')
    },
  },
  keyVariable: {
    must: 'the name of an environment variable, such as OPENAI_API_KEY, and never a key itself',
    read: (value) => (typeof value === 'string' && /^[A-Z_][A-Z0-9_]*$/.test(value) ? value : undefined),
  },
  api: oneOf(...modelApis, ...pageApis),
  search: {
    must: 'true, false or {"supported": true, "body": {...}}',
    read(value) {
      if (typeof value === 'boolean') return { supported: value, body: {} }
      const { supported = true, body = {} } = record(value)
      const isObject = record(value) === value && record(body) === body
      return isObject && typeof supported === 'boolean' ? { supported, body: record(body) } : undefined
    },
  },
  zdr: oneOf('all', 'some', 'none'),
  searchZdr: oneOf('all', 'some', 'none'),
  zeroDataRetention: flag(),
  default: flag(),
  released: {
    must: 'a day such as 2026-01-31',
    read: (value) => (typeof value === 'string' && isDay(value) ? value : undefined),
  },
  thinking: flag(),
  maxOutputTokens: wholeNumber(1, 1_000_000),
  timeoutSeconds: wholeNumber(1, 900),
  price: {
    must: 'dollars per million tokens, {"input": 1, "output": 4}, with cacheRead, cacheWrite and, per search, perSearch',
    read(value) {
      const price = toPrice(record(value) as Price)
      return Object.values(price).every(isAmount) ? price : undefined
    },
  },
}

function line(most: number): Field<string> {
  return {
    must: `a string of 1 to ${most} characters on one line`,
    read(value) {
      const read = typeof value === 'string' ? value.trim() : ''
      return read !== '' && read.length <= most && !/\p{Cc}/u.test(read) ? read : undefined
    },
  }
}

function oneOf<const T extends string>(...words: T[]): Field<T> {
  const must = words.join(', ').replace(/, ([^,]*)$/, ' or $1')
  return { must, read: (value) => words.find((word) => word === value) }
}

function flag(): Field<boolean> {
  return { must: 'true or false', read: (value) => (typeof value === 'boolean' ? value : undefined) }
}

function wholeNumber(from: number, to: number): Field<number> {
  return {
    must: `a whole number from ${from} to ${to}`,
    read: (value) =>
      typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to
        ? value
        : undefined,
  }
}

const isAmount = (value: unknown) => typeof value === 'number' && Number.isFinite(value) && value >= 0

function isDay(value: string): boolean {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(value) ? new Date(`${value}T00:00:00Z`) : null
  return date !== null && Number.isFinite(date.getTime()) && date.toISOString().startsWith(value)
}
