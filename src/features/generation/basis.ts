import type { Change } from '../../changelog/change.ts'
import type { Draft } from '../../changelog/draft.ts'
import { toNameKey } from '../../mentions/name-key.ts'
import type { Subject } from '../../mentions/subject.ts'
import { standardLanguage } from '../../writer/phrases.ts'
import type { Instructions } from '../../writer/voice.ts'
import { type ActivityData, atLength, knownOf, tagsOf, type WritingBrief } from './prompt.ts'
import type { PostBasis, PostClaims } from './standard.ts'

/** Limits of the sources that a post is checked with, so that large activity does not slow down the check. */
const maxSource = 1_500
const maxSourceText = 60_000

/** Builds what a post is checked against from the data that its model was given. */
export function basisOf(
  brief: WritingBrief,
  { changes }: Draft,
  instructions: Instructions,
  { activity, ids }: ActivityData,
): PostBasis {
  return {
    ...{ contentType: brief.contentType, instructions, activity, known: knownOf(brief) },
    language: brief.voice?.language ?? standardLanguage,
    claims: claimsOf(brief, ids.values()),
    links: [...linksOf(brief, changes)],
    numbers: [...new Set(changes.flatMap(({ number }) => number ?? []))],
    tags: tagsOf(brief),
    changes: ids.size,
  }
}

function linksOf({ activities }: WritingBrief, changes: Change[]): Set<string> {
  const links = new Set(changes.flatMap(({ url }) => url ?? []))
  for (const { repository, releases } of activities) {
    if (!repository) continue
    links.add(repository.url)
    for (const { tagName } of releases)
      links.add(`${repository.url}/releases/tag/${encodeURIComponent(tagName)}`)
  }
  return links
}

function claimsOf(brief: WritingBrief, included: Iterable<Change>): PostClaims {
  const own = ownSubject(brief)
  const ownNames = new Set(own.terms.map(toNameKey))
  return {
    own,
    others: (brief.competitors ?? []).filter(({ name, terms }) =>
      [name, ...terms].every((term) => !ownNames.has(toNameKey(term))),
    ),
    sources: changeTexts(included),
  }
}

function ownSubject({ voice, productName, activities }: WritingBrief): Subject {
  const repositories = activities.flatMap(({ repository }) =>
    repository ? [repository.name, repository.owner] : [],
  )
  const terms = [voice?.companyName, productName, ...repositories].flatMap((term) => term?.trim() || [])
  return { key: 'own', name: terms[0] ?? 'The product', terms: [...new Set(terms)], hosts: [] }
}

function changeTexts(included: Iterable<Change>): string[] {
  const texts: string[] = []
  let left = maxSourceText
  for (const change of included) {
    const body = atLength.textOf(change).slice(0, maxSource)
    const authors = change.authors.map(({ login, name }) => login ?? name).join(', ')
    const text = [change.title, body, authors].filter(Boolean).join('\n\n')
    left -= text.length
    if (left < 0) break
    texts.push(text)
  }
  return texts
}
