import type { Token, Tokens } from 'marked'
import { readTokens } from '../markdown/tokens.ts'
import { plainLine } from '../text/line.ts'

export type Block = { kind: 'heading' | 'paragraph'; text: string }

/** The headings and paragraphs of a description as plain text with code spans; lists, code and tables are skipped. */
export function* readBlocks(text: string): Generator<Block> {
  for (const token of readTokens(text)) {
    if (token.type === 'heading') yield { kind: 'heading', text: token.text }
    if (token.type === 'paragraph')
      yield { kind: 'paragraph', text: plainLine(textOf((token as Tokens.Paragraph).tokens)) }
  }
}

function textOf(tokens: Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'html' || token.type === 'image') return ''
      if (token.type === 'codespan') return `\`${token.text}\``
      if (token.type === 'br') return ' '
      return 'tokens' in token && token.tokens
        ? textOf(token.tokens)
        : 'text' in token
          ? String(token.text)
          : ''
    })
    .join('')
}
