import { escapeMarkdown } from '../markdown/escape.ts'
import { joinWords } from '../text/line.ts'
import type { Repository } from './activity.ts'
import { categories } from './category.ts'
import type { Change, Person } from './change.ts'
import { profileUrl } from './links.ts'
import type { Placed, Told } from './place.ts'
import type { Prose } from './prose.ts'
import type { Audience } from './tone.ts'

/** A changelog's Markdown without its title: summary, highlights, and everything else once under one category. */
export function layOut(
  { highlights, listed }: Placed,
  prose: Prose,
  { repository, audience }: { repository: Repository | null; audience: Audience },
): string {
  const title = ({ id, title }: Change) => escapeMarkdown(prose.titles.get(id) ?? title)
  const references = ({ change }: Told) => {
    const link = audience === 'developers' ? linkTo(change) : ''
    return [link, creditFor(change.authors, repository)]
      .filter(Boolean)
      .map((part) => ` ${part}`)
      .join('')
  }

  const lines = [escapeMarkdown(prose.summary)]
  if (highlights.length > 0) lines.push('## Highlights')
  for (const told of highlights) {
    const sentences = escapeMarkdown(prose.highlights.get(told.change.id) ?? '')
    lines.push(`### ${title(told.change)}`, `${sentences}${references(told)}`.trim())
  }
  if (listed.length > 0) lines.push('## More Updates')
  for (const category of categories) {
    const bullets = listed
      .filter((told) => told.category === category)
      .map((told) => `- ${title(told.change)}${references(told)}`)
    if (bullets.length > 0) lines.push(`### ${category}`, bullets.join('\n'))
  }
  return `${lines.filter(Boolean).join('\n\n')}\n`
}

/** A whole document for a terminal or a file, where no other field carries the title. */
export function renderDocument({ title, markdown }: { title: string; markdown: string }): string {
  return `# ${escapeMarkdown(title)}\n\n${markdown}`
}

function linkTo({ number, url, commits }: Change): string {
  const sha = commits[0]?.sha.slice(0, 7)
  if (number === null) return url ? `[${sha}](${url})` : `\`${sha}\``
  return url ? `[#${number}](${url})` : `#${number}`
}

function creditFor(authors: Person[], repository: Repository | null): string {
  if (authors.length === 0) return ''
  const named = authors.slice(0, 3).map(({ name, login }) => {
    const url = login && profileUrl(repository, login)
    return url ? `[@${login}](${url})` : escapeMarkdown(name)
  })
  if (authors.length > named.length) named.push(`${authors.length - named.length} more`)
  return `(${authors.length === 1 ? 'Author' : 'Authors'}: ${joinWords(named)})`
}
