import type { linkKinds } from '../table.ts'

export type LinkKind = (typeof linkKinds)[number]

/** How long each kind of link is good. */
export const linkMinutes: Record<LinkKind, number> = { setup: 30, 'sign-in': 30, password: 24 * 60 }

/** The page of the dashboard that each kind of link leads to. */
export const linkPages: Record<LinkKind, string> = {
  setup: '/app/setup',
  'sign-in': '/app/sign-in',
  password: '/app/password',
}

/** What is told of a link that has run out, was used, or never was; it says how to get another. */
export const goneSentences: Record<LinkKind, string> = {
  setup:
    'This link has expired or was used. Sign in. If no account exists yet, open the dashboard for a new link in the server log, or run: herald setup',
  'sign-in': 'This link was used or has run out. Sign in with your e-mail address and password.',
  password: 'This link was used or has run out. Ask who runs this server for a new one: herald user reset.',
}

/** Whole minutes until a time, the one that has begun included. */
export function minutesLeft(expiresAt: Date, now: Date): number {
  return Math.ceil((expiresAt.getTime() - now.getTime()) / 60_000)
}
