import { OperatorError } from './errors.ts'

/** Monthly limits of an organization. Null means unlimited; an absent field keeps its value. */
export type Limits = {
  longFormPosts?: number | null
  socialPosts?: number | null
  imageGenerations?: number | null
  aiAnswers?: number | null
  creditCents?: number | null
  zeroDataRetention?: boolean
}

/** Limits of new organizations, and the retention of their webhook log in days. */
export type DefaultLimits = Limits & { logRetentionDays?: number }

type Reader = (text: string) => DefaultLimits | null

/** Readers by option name of `herald org limits`. */
const readers: Record<string, Reader> = {
  'long-form': limit((longFormPosts) => ({ longFormPosts })),
  social: limit((socialPosts) => ({ socialPosts })),
  images: limit((imageGenerations) => ({ imageGenerations })),
  answers: limit((aiAnswers) => ({ aiAnswers })),
  credits: limit((creditCents) => ({ creditCents })),
  zdr: (text) => (/^(on|off)$/.test(text) ? { zeroDataRetention: text === 'on' } : null),
  'log-retention': (text) => (/^(7|14|30)$/.test(text) ? { logRetentionDays: Number(text) } : null),
}

const expected: Record<string, string> = { zdr: 'on or off', 'log-retention': '7, 14 or 30' }

/** Reads `long-form=25,social=unlimited,credits=500`; throws an OperatorError that names the faulty item. */
export function readDefaultLimits(text: string, variable: string): DefaultLimits {
  const limits: DefaultLimits = {}
  for (const item of text.split(',').map((item) => item.trim())) {
    if (!item) continue
    const [, name = '', value = ''] = /^([^=]*)=(.*)$/.exec(item)?.map((part) => part.trim()) ?? []
    const read = Object.hasOwn(readers, name) ? readers[name] : undefined
    if (!read)
      throw new OperatorError(
        `${variable} must be a list such as long-form=25,credits=500. "${item}" is not one of ${Object.keys(readers).join(', ')}.`,
      )
    const found = read(value)
    if (!found)
      throw new OperatorError(
        `${variable}: ${name} must be ${expected[name] ?? 'a whole number or unlimited'}, not "${value}".`,
      )
    Object.assign(limits, found)
  }
  return limits
}

function limit(toLimits: (value: number | null) => DefaultLimits): Reader {
  return (text) => {
    if (text === 'unlimited') return toLimits(null)
    return /^\d{1,12}$/.test(text) ? toLimits(Number(text)) : null
  }
}
