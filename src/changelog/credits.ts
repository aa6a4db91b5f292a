import { escapeMarkdown } from '../markdown/escape.ts'
import { joinWords } from '../text/line.ts'
import type { ProjectRules, Repository } from './activity.ts'
import type { Person } from './change.ts'
import { handleOf } from './ledger.ts'
import { profileUrl } from './links.ts'
import { peopleOf } from './people.ts'
import type { Placed } from './placed.ts'

type Thanks = {
  repository: Repository | null
  /** Names of authors with their first commits. */
  newcomers?: string[]
  credits?: ProjectRules['credits']
}

/** One line that thanks the authors of all changes; with credits at each change, only first-time contributors. */
export function thankPeople(
  { highlights, listed, omitted }: Placed,
  { repository, newcomers = [], credits }: Thanks,
): string | null {
  const fresh = new Set(newcomers.map((name) => name.toLowerCase()))
  const isFresh = ({ name }: Person) => fresh.has(name.toLowerCase())
  const people = new Map<string, Person>()
  for (const { change } of [...highlights, ...listed, ...omitted])
    for (const person of peopleOf(change.authors)) {
      // "Jeremy Evans" and the account "jeremyevans" are one person.
      const handle = lettersOf(handleOf(person)) || handleOf(person)
      if ((!people.has(handle) || person.login) && (credits !== 'inline' || isFresh(person)))
        people.set(handle, person)
    }
  if (people.size === 0) return null
  // Several accounts with one name are one person.
  const named = [...Map.groupBy(people.values(), ({ name }) => lettersOf(name) || name).values()].flatMap(
    ([first]) => first ?? [],
  )
  const names = named.slice(0, maxThanked).map((person) => {
    const name = creditOne(person, repository)
    return credits !== 'inline' && isFresh(person) ? `${name} (first contribution)` : name
  })
  if (named.length > names.length) names.push(`${named.length - names.length} more`)
  return credits === 'inline' ? `First contributions: ${joinWords(names)}.` : `Thanks to ${joinWords(names)}.`
}

/** A name without spaces, signs and what is in parentheses, to compare it. */
const lettersOf = (name: string) => name.toLowerCase().replace(/\([^()]*\)|[^\p{L}\p{N}]/gu, '')

const maxThanked = 30

/** The authors of a change in parentheses, at most three by name; empty if only bots made it. */
export function creditFor(authors: Person[], repository: Repository | null): string {
  const people = peopleOf(authors)
  if (people.length === 0) return ''
  const named = people.slice(0, 3).map((person) => creditOne(person, repository))
  if (people.length > named.length) named.push(`${people.length - named.length} more`)
  return `(${people.length === 1 ? 'Author' : 'Authors'}: ${joinWords(named)})`
}

function creditOne({ name, login }: Person, repository: Repository | null): string {
  const url = login && profileUrl(repository, login)
  return url ? `[@${login}](${url})` : escapeMarkdown(name)
}
