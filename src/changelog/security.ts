import type { Change } from './change.ts'
import { firstLine } from './message.ts'
import type { Nature } from './nature.ts'
import { kindOfPath } from './paths.ts'
import { isDependencyUpdate } from './signals.ts'
import { readSubject } from './subject.ts'
import { dependencyUpdate, securityBody, securityRepairs, securityTerms, securityWords } from './words.ts'

const identifier = /\bCVE-\d{4}-\d{4,}\b|\bGHSA(?:-[0-9a-z]{4}){3}\b/gi

/** Advisories that a change names. A dependency update quotes upstream notes, so only its own words count. */
export function advisoriesOf(change: Change): string[] {
  const { title, body, commits, notes } = change
  const texts = isDependencyUpdate(change)
    ? [...ownWordsOf(change), alertsIn(body ?? '')]
    : [
        title,
        body ?? '',
        // A dependency update on the same branch is not the subject of the change.
        ...commits
          .map(({ message }) => message)
          .filter((message) => !dependencyUpdate.test(readSubject(firstLine(message)).gist)),
        ...notes.map(({ text, detail }) => `${text} ${detail ?? ''}`),
      ]
  const found = texts.flatMap((text) => text.slice(0, 20_000).match(identifier) ?? [])
  return [
    ...new Set(found.map((id) => (/^cve/i.test(id) ? id.toUpperCase() : `GHSA${id.slice(4).toLowerCase()}`))),
  ].slice(0, 4)
}

/** The words of authors and maintainers, without upstream notes quoted in an update. */
const ownWordsOf = ({ title, body, commits, notes }: Change) => [
  title,
  ...[body ?? '', ...commits.map(({ message }) => message)].map(beforeQuotation),
  ...notes.map(({ text }) => text),
]

const beforeQuotation = (text: string) =>
  text.slice(0, 20_000).split(/^(?:#|>|---|<|\|)|^\W*(?:release notes|changelog|sourced from)\b/im, 1)[0] ??
  ''

/** The section of an update's description in which Renovate lists the alerts that it fixes. */
const alertsIn = (body: string) =>
  /^#{1,4} GitHub Vulnerability Alerts\s*\n([\s\S]*?)(?=^---|^#{1,3} (?:Release Notes|Configuration))/m.exec(
    `${body.slice(0, 20_000)}\n---`,
  )?.[1] ?? ''

/** Why a change is a security change; null if it is not. */
export function readSecurity(change: Change, nature: Nature): string | null {
  const { subject, body, paths, notes, isAdvisory } = change
  const gist = withoutSyntax(subject.gist)
  if (isAdvisory) return 'It was merged from a private advisory.'
  if (nature === 'security') return 'Its type or its note is security.'
  if (paths.length > 0 && paths.every((path) => unshipped.has(kindOfPath(path)))) return null
  const advisories = advisoriesOf(change)
  if (nature === 'dependencies') {
    const manifests = paths.filter((path) => !/lock|\.sum$|shrinkwrap/.test(path))
    const lockOnly = paths.length > 0 && manifests.every((path) => unshipped.has(kindOfPath(path)))
    if (ownWordsOf(change).some((words) => words.search(identifier) >= 0))
      return 'It updates a dependency for an advisory.'
    const said = advisories.length > 0 || describesOne(gist) || /GitHub Vulnerability Alerts/.test(body ?? '')
    return said && !lockOnly ? 'It updates a dependency for an advisory.' : null
  }
  if (nature === 'documentation' || nature === 'testing' || nature === 'style') return null
  if (notes.some(({ text }) => describesOne(withoutSyntax(text))))
    return 'Its note describes a vulnerability.'
  if (/^(?:cve|security|vuln(?:erabilit(?:y|ies))?)$/i.test(subject.scope ?? ''))
    return 'Its scope is security.'
  if (faster.test(gist)) return null
  if (describesOne(gist)) return 'Its title describes a vulnerability.'
  if (advisories.length > 0 && nature !== 'internal') return `It names ${advisories[0]}.`
  if (nature === 'ci' || nature === 'infrastructure' || nature === 'internal') return null
  if (securityWords.test(gist) && !opens.test(gist)) return 'Its title is about security.'
  if (opens.test(gist) || aboutLogs.test(gist)) return null
  return nature === 'fix' && securityBody.test((body ?? '').slice(0, 4_000).replace(mitigation, ' '))
    ? 'Its description describes a vulnerability.'
    : null
}

/** Whether a text names a vulnerability or says that it repairs one. */
const describesOne = (text: string) => securityTerms.test(text) || securityRepairs.test(text)

/** Faster checks check the same. */
const faster = /^(?:optimi[sz]e|speed up|cache|refactor)s?\b/i

/** What allows or adds something repairs no vulnerability, whatever its description explains. */
const opens = /^(?:allow|support|add|enable|show|permit|accept|expose)s?\b/i

/** "Suppress stack traces of bad requests": a description may name an attacker, but nothing is repaired. */
const aboutLogs =
  /^(?:suppress|silence|quiet|log|demote|reduce)\b.*\b(?:log(?:s|ging)?|stack ?traces?|warnings?|noise)\b/i

/** The reason for something that exists: "POST is the only verb by default in order to mitigate CSRF". */
const mitigation = /\b(?:in order )?to mitigate\b[^.]{0,200}/gi

/** Languages inside other languages in a highlighter: "Reorder HTML injections in Rust". */
const syntaxInjection =
  /^(?:add|reorder|support|improve|enable|update|extend|reuse)s? (?:[\w-]+ ){0,4}injections?\b/i

/** Where something is changed: "Check for an empty session in CSRF protection". */
const inProtection =
  / in (?:the |our )?(?:csrf|ssrf|xss|security) (?:check|code|filter|middleware|module|protection|settings?)s?$/i

/** A protection that does not protect is a vulnerability: "Fix a bypass in the SSRF filter". */
const weakness = /\b(?:bypass\w*|evad\w*|evasion|flaws?|holes?|loopholes?|vulnerab\w+|weakness(?:es)?)\b/i

/** What is no longer taken for a security matter: "Do not list every change to CSRF code as a security fix". */
const notSecurity =
  /^(?:do not|don't|never|stop|no longer) (?:call|class|count|flag|label|list|mark|report|show|treat)\w* .* as (?:an? )?(?:security|vulnerab)\w*.*$/i

const withoutSyntax = (text: string) =>
  text
    .replace(syntaxInjection, ' ')
    .replace(notSecurity, ' ')
    .replace(weakness.test(text) ? '' : inProtection, ' ')

const unshipped = new Set(['testing', 'example', 'site', 'documentation', 'ci', 'agents', 'notes'])
