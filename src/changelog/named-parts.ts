import { count, plainLine } from '../text/line.ts'
import { readSubject, titleOf } from './subject.ts'
import { vagueTitle } from './words.ts'

const maxNamed = 3
const maxLines = 200
/** "fix: lint" names nothing. */
const minWords = 2
const inner = ['ci', 'docs', 'style', 'test']
const reported = ['feat', 'fix', 'perf', 'security']

/**
 * A subject line made of the commits that a squashed pull request lists in its description, for a pull request whose own
 * title names nothing: "feat: add tabs; fix the cursor". Null if the description lists none with a kind of work for
 * users.
 */
export function namePartsOf(line: string, body: string | null): string | null {
  const own = readSubject(line)
  if (body === null || !vagueTitle.test(own.gist) || inner.includes(own.type ?? '')) return null
  const parts = body
    .split('\n', maxLines)
    .flatMap((each) => /^[*-] (\S.*)$/.exec(each)?.[1] ?? [])
    .map((each) => readSubject(plainLine(each)))
    .filter(
      ({ type, gist }) =>
        type !== null &&
        reported.includes(type) &&
        !vagueTitle.test(gist) &&
        gist.split(' ').length >= minWords,
    )
  const type = reported.find((kind) => parts.some((part) => part.type === kind))
  const titles = [...new Set(parts.map(titleOf))]
  if (type === undefined) return null
  const [first = '', ...others] = titles.slice(0, maxNamed)
  const more = titles.length - maxNamed
  const rest = others.map((title) => title.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase()))
  return `${type}: ${[first, ...rest, ...(more > 0 ? [`and ${count(more, 'more change')}`] : [])].join('; ')}`
}
