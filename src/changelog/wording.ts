import { capitalize } from '../text/line.ts'
import { isOrder } from './clause.ts'
import type { ListedChange } from './placed.ts'

export const asSentence = (text: string) => `${capitalize(text)}${/[.!?…]$/.test(text) ? '' : '.'}`

export const uncapitalize = (text: string) =>
  text.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase())

/** A title that only names a bug gets "Fix", except under a heading of fixes. */
export function asNews(
  title: string,
  { category, change: { undoesThePast } }: ListedChange,
  heading: string | null = null,
): string {
  if (category === heading) return title
  const isBug = bugName.test(title) && !isOrder(title) && !undoesThePast
  return (category === 'Bug Fixes' || category === 'Security') && isBug ? `Fixed: ${title}` : title
}

const orders = [
  'fix',
  'fixed',
  "don't",
  'do not',
  'no longer',
  'ensure',
  'always',
  'never',
  'correctly',
].join('|')
const statements = ['(?:has|have)(?! (?:the|a) risk)', 'does', 'do', 'is', 'are', 'now', 'no longer'].join(
  '|',
)
/** What is done about a bug. */
const remedies = 'avoid|avoids|better|fix|handle|improved?|more|prevent|prevents'

const bugs = [
  ...['panic', 'crash', 'fail\\w*', 'errors?', 'leak', 'wrong', 'invalid', 'incorrect', 'missing', 'broken'],
  ...[
    'hang',
    'deadlock',
    'race',
    'risk of',
    'ReDoS',
    'XSS',
    'CSRF',
    'SSRF',
    'vulnerab\\w+',
    'injection',
    'overflow',
  ],
].join('|')

/** A title with a word for a bug that neither begins with an order nor states how something behaves. */
const bugName = new RegExp(
  `^(?!(?:${orders})\\b)(?!.*\\b(?:${statements}|${remedies})\\b).*\\b(?:${bugs})\\b`,
  'i',
)

/** Whether a text contains another one, apart from case, punctuation and spaces. */
export function repeats(said: string, more: string): boolean {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  return plain(said).includes(plain(more)) || plain(more) === plain(said)
}
