import robotsParser from 'robots-parser'
import type { FetchedResponse } from '../net/fetch-response.ts'
import { forbidsAll, toRules } from '../net/robots.ts'
import { defineTextTask } from '../text-thread.ts'
import type { Access, NotFoundFacts, RobotsFacts } from './facts.ts'
import { isFallback, isPage } from './fallback.ts'

const maxNames = 50
const maxSitemaps = 20

export type Rules = {
  groups: number
  namedAgents: string[]
  signals: string[]
  sitemaps: string[]
  access: Access[]
  /** The paths that the scanner itself may read. */
  permitted: string[]
}

type Question = { text: string; origin: string; agents: string[]; paths: string[]; self: string }

/** Which agents may read which paths of a site, by its robots.txt; a long file on the text thread. */
export const readRulesTask = defineTextTask('readiness-robots', 4_000, readRules)

export function readRules({ text, origin, agents, paths, self }: Question): Rules {
  const lines = toRules(text).split('\n')
  // The file is the one of the origin that the site redirected to, whatever address it was read from.
  const rules = robotsParser(new URL('/robots.txt', origin).href, lines.join('\n'))
  const isAllowed = (path: string, agent: string) =>
    rules.isAllowed(new URL(path, origin).href, agent) ?? true
  const access = agents.map((agent) => {
    const refused = paths.filter((path) => !isAllowed(path, agent))
    const line = refused[0] ? rules.getMatchingLineNumber(new URL(refused[0], origin).href, agent) : -1
    const rule = line > 0 ? (lines[line - 1] ?? '').trim() : null
    return { agent, allowed: paths.length - refused.length, checked: paths.length, rule }
  })
  const named = lines.flatMap((line) => /^\s*user-agent\s*:\s*([^#\s]+)/i.exec(line)?.[1] ?? [])
  const signal = /^[ \t]*(content-signal|content-usage)[ \t]*:[ \t]*([^#\r\n]*)/gim
  return {
    groups: named.length,
    namedAgents: [...new Set(named.map((name) => name.toLowerCase()))].slice(0, maxNames),
    signals: [...text.matchAll(signal)].slice(0, maxNames).map(([line]) => line.trim().slice(0, 200)),
    sitemaps: rules.getSitemaps().slice(0, maxSitemaps),
    access,
    permitted: paths.filter((path) => isAllowed(path, self)),
  }
}

/** The text that counts as rules: none where the site has no robots.txt, or answers with a page. */
export function rulesText(response: FetchedResponse, notFound: NotFoundFacts): string {
  const isThere = response.status >= 200 && response.status < 300
  return isThere && !isPage(response) && !isFallback(response, notFound) ? response.text : ''
}

/** The facts of a robots.txt. A server error forbids everything (RFC 9309). */
export function toRobotsFacts(response: FetchedResponse, notFound: NotFoundFacts, rules: Rules): RobotsFacts {
  const { url, status, contentType } = response
  const { permitted: _, access, ...read } = rules
  return {
    ...{ url, isRead: true, status, contentType, ...read },
    isFallback: status < 300 && rulesText(response, notFound) === '' && response.text.trim() !== '',
    access: access.map((each) => (forbidsAll(status) ? { ...each, allowed: 0, rule: null } : each)),
  }
}
