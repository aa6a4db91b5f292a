import { Lexer, lexer, type Token } from 'marked'

/**
 * The tokens of a Markdown text. Marked throws on some lists ("- )\n  >0)\n."): such a text is read block by block, and
 * a block that fails is a paragraph, so that its links and HTML are still found.
 */
export const readTokens = (markdown: string): Token[] =>
  attempt(() => lexer(markdown)) ?? markdown.split(/\n{2,}/).flatMap(readBlock)

const readBlock = (block: string): Token[] => attempt(() => lexer(block)) ?? [readParagraph(block)]

function readParagraph(text: string): Token {
  const tokens = attempt(() => Lexer.lexInline(text)) ?? [{ type: 'text', raw: text, text, escaped: false }]
  return { type: 'paragraph', raw: text, text, tokens }
}

function attempt(read: () => Token[]): Token[] | null {
  try {
    return read()
  } catch {
    return null
  }
}
