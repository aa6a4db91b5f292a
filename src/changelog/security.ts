import type { Change } from './change.ts'
import { firstLine } from './message.ts'
import type { Nature } from './nature.ts'
import { kindOfPath } from './paths.ts'
import { readSubject } from './subject.ts'
import { dependencyUpdate, securityBody, securityTerms, securityWords } from './words.ts'

const identifier = /\bCVE-\d{4}-\d{4,}\b|\bGHSA(?:-[0-9a-z]{4}){3}\b/gi

/** Advisories that a change names anywhere. */
export function advisoriesOf({ title, subject, body, commits, notes }: Change): string[] {
  const isUpdate = dependencyUpdate.test(subject.gist)
  const texts = [
    title,
    body ?? '',
    // An update of dependencies that came along on a branch is not what the change is about.
    ...commits
      .map(({ message }) => message)
      .filter((message) => isUpdate || !dependencyUpdate.test(readSubject(firstLine(message)).gist)),
    ...notes.map(({ text, detail }) => `${text} ${detail ?? ''}`),
  ]
  const found = texts.flatMap((text) => text.slice(0, 20_000).match(identifier) ?? [])
  return [
    ...new Set(found.map((id) => (/^cve/i.test(id) ? id.toUpperCase() : `GHSA${id.slice(4).toLowerCase()}`))),
  ].slice(0, 4)
}

/** Why a change is about security; null when it is not. */
export function readSecurity(change: Change, nature: Nature): string | null {
  const { subject, body, paths, notes, isAdvisory } = change
  const { gist } = subject
  if (isAdvisory) return 'It was merged from a private advisory.'
  if (nature === 'security') return 'Its author or its note calls it security.'
  if (paths.length > 0 && paths.every((path) => unshipped.has(kindOfPath(path)))) return null
  const advisories = advisoriesOf(change)
  if (nature === 'dependencies') {
    const manifests = paths.filter((path) => !/lock|\.sum$|shrinkwrap/.test(path))
    const lockOnly = paths.length > 0 && manifests.every((path) => unshipped.has(kindOfPath(path)))
    const said =
      advisories.length > 0 || securityTerms.test(gist) || /GitHub Vulnerability Alerts/.test(body ?? '')
    return said && !lockOnly ? 'It updates a dependency for an advisory.' : null
  }
  if (nature === 'documentation' || nature === 'testing' || nature === 'style') return null
  if (notes.some(({ text }) => securityTerms.test(text))) return 'Its note tells of a weakness.'
  if (/^security$/i.test(subject.scope ?? '')) return 'Its scope says security.'
  if (securityTerms.test(gist)) return 'Its title tells of a weakness.'
  if (advisories.length > 0 && nature !== 'internal') return `It names ${advisories[0]}.`
  if (nature === 'ci' || nature === 'infrastructure' || nature === 'internal') return null
  if (securityWords.test(gist)) return 'Its title is about security.'
  return nature === 'fix' && securityBody.test((body ?? '').slice(0, 4_000))
    ? 'Its description tells of a weakness.'
    : null
}

const unshipped = new Set(['testing', 'example', 'site', 'documentation', 'ci', 'agents', 'notes'])
