import type { MarkedToken } from 'marked'
import { lexer } from 'marked'
import { outgoing, plainText } from '../../../../../markdown/rebuild.ts'

const leastShare = 0.6

/**
 * Whether an article came out of its last pass whole: at least 60 % as long, with the same headings in the same order
 * and every address that it linked to (contract geo 10: humanizer pass).
 */
export function isWhole(before: string, after: string): boolean {
  const links = new Set(outgoing(after).addresses)
  return (
    plainText(after).length >= plainText(before).length * leastShare &&
    headingsOf(before).join('\n') === headingsOf(after).join('\n') &&
    outgoing(before).addresses.every((address) => links.has(address))
  )
}

const headingsOf = (markdown: string) =>
  (lexer(markdown) as MarkedToken[]).flatMap((token) =>
    token.type === 'heading' ? `${token.depth} ${plainText(token.raw).trim()}` : [],
  )
