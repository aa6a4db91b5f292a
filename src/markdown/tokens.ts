import { getDefaults, Lexer, type Token, Tokenizer, type Tokens, type TokensList } from 'marked'

/** Deeper lists and quotes are read as paragraphs. */
const maxDepth = 30

/** Paragraphs with more of these marks are read in pieces: marked takes quadratic time for a paragraph. */
const maxMarks = 200
const pieceLength = 250

/**
 * Longer paragraphs are split: the regular expressions of marked match nothing in one of tens of thousands of lines,
 * and then scan the rest again for each line.
 */
const maxParagraphLines = 1_000
/** Maximum lines of an underlined heading. Marked looks for the underline again at each line of a list. */
const maxHeadingLines = 20

class BoundedTokenizer extends Tokenizer {
  override paragraph(src: string): Tokens.Paragraph | undefined {
    return super.paragraph(firstLines(src, maxParagraphLines))
  }

  override lheading(src: string): Tokens.Heading | undefined {
    const lines = firstLines(src, maxHeadingLines)
    return underline.test(lines) ? super.lheading(lines) : undefined
  }
}

/** Marked tries every character of a paragraph as the end of an underlined heading. */
const underline = /\n {0,3}(?:=+|-+) *(?:\n|$)/

/** The text itself if it starts with an empty line. */
function firstLines(text: string, count: number): string {
  let end = -1
  for (let line = 0; line < count; line++) {
    const next = text.indexOf('\n', end + 1)
    if (next <= end + 1) return text
    end = next
  }
  return text.slice(0, end + 1)
}

/** Takes linear time for hostile texts too. */
class BoundedLexer extends Lexer {
  private depth = 0

  override blockTokens(src: string, tokens = noTokens(), isClipped?: boolean): TokensList {
    if (this.depth >= maxDepth) {
      tokens.push({ type: 'paragraph', raw: src, text: src, tokens: this.inline(src) })
      return tokens
    }
    this.depth++
    try {
      super.blockTokens(src, tokens, isClipped)
      return tokens
    } finally {
      this.depth--
    }
  }

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    if (src.length <= pieceLength || !isSlow(src)) return super.inlineTokens(src, tokens)
    for (const piece of cutIntoPieces(src)) super.inlineTokens(piece, tokens)
    return tokens
  }
}

const isSlow = (text: string) => countMarks(text) > maxMarks || hasLongAddress(text)

/** Whether a long word ends in "@": marked looks for an email address at each of its characters. */
function hasLongAddress(text: string): boolean {
  for (let at = text.indexOf('@', pieceLength); at !== -1; at = text.indexOf('@', at + 1))
    if (!/\s/.test(text.slice(at - pieceLength, at))) return true
  return false
}

const noTokens = (): TokensList => Object.assign([], { links: {} })

const countMarks = (text: string) => text.match(/[*_~!]/g)?.length ?? 0

/** Pieces that end at white space if possible. */
const cutIntoPieces = (text: string) => text.match(/.{1,249}\s|.{1,250}/gs) ?? []

const newLexer = () => new BoundedLexer({ ...getDefaults(), tokenizer: new BoundedTokenizer() })

/**
 * The tokens of a Markdown text. Marked throws on some lists ("- )\n  >0)\n."): such a text is read block by block,
 * and a failing block becomes a paragraph, so that its links and HTML are still found.
 */
export const readTokens = (markdown: string): Token[] =>
  attempt(() => newLexer().lex(markdown)) ?? markdown.split(/\n{2,}/).flatMap(readBlock)

const readBlock = (block: string): Token[] => attempt(() => newLexer().lex(block)) ?? [readParagraph(block)]

function readParagraph(text: string): Token {
  const tokens = attempt(() => newLexer().inlineTokens(text)) ?? [
    { type: 'text', raw: text, text, escaped: false },
  ]
  return { type: 'paragraph', raw: text, text, tokens }
}

function attempt(read: () => Token[]): Token[] | null {
  try {
    return read()
  } catch {
    return null
  }
}
