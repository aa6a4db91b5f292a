import { marked, type Token, type Tokens } from 'marked'

export type Document = {
  summary: string
  highlights: { title: string; text: string }[]
  updates: { category: string; bullets: string[] }[]
  thanks: string | null
}

/** Parses a changelog's Markdown back; throws on any shape that rule 3 does not allow. */
export function readBack(markdown: string): Document {
  const tokens = marked.lexer(markdown).filter((token) => token.type !== 'space')
  const [summary, ...rest] = tokens
  if (summary?.type !== 'paragraph') throw new Error('A changelog starts with one paragraph.')
  const document: Document = { summary: summary.text, highlights: [], updates: [], thanks: null }
  let section = ''
  for (let token = rest.shift(); token; token = rest.shift()) {
    if (token.type === 'paragraph' && token.text.startsWith('Thanks to ') && rest.length === 0) {
      document.thanks = token.text
      break
    }
    const heading = expectHeading(token)
    if (heading.depth === 2) {
      section = heading.text
      continue
    }
    if (section === 'Highlights') {
      // A change without a sentence and a link has its title alone.
      const text = rest[0]?.type === 'paragraph' ? (rest.shift()?.raw ?? '') : ''
      document.highlights.push({ title: heading.text, text })
      continue
    }
    const content = rest.shift()
    if (section === 'More Updates' && content?.type === 'list') {
      const bullets = (content as Tokens.List).items.map((item) => item.text)
      document.updates.push({ category: heading.text, bullets })
    } else throw new Error(`"${heading.text}" in "${section}" holds ${content?.type}.`)
  }
  return document
}

function expectHeading(token: Token): Tokens.Heading {
  if (token.type === 'heading' && (token.depth === 2 || token.depth === 3)) return token as Tokens.Heading
  throw new Error(`There is a ${token.type} where a heading belongs: ${token.raw}`)
}
