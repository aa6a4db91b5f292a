import { t } from 'elysia'
import type { Hit, Matcher } from '../../../../mentions/matcher.ts'
import { clip, oneLine } from '../../../../text/line.ts'
import { type JudgeDecisions, namedIn, unsureIn } from '../named-subjects.ts'
import { ownKey, sentiments } from '../table.ts'

/**
 * The shape of a verdict. `readVerdict` corrects values that are not among the choices, so that they cost no
 * second answer.
 */
export const Verdict = t.Object({
  position: t.Union([t.Number(), t.Null()], {
    description:
      'The rank of the brand among all recommendations, 1 for the first; null if it is not recommended',
  }),
  sentiment: t.Union([t.String(), t.Null()], {
    description: `How the answer describes the brand: ${sentiments.join(', ')}; null if it does not`,
  }),
  competitors: t.Array(t.String(), {
    description: 'Other products, services or companies that the answer names as alternatives, at most 10',
  }),
  excerpt: t.Union([t.String(), t.Null()], {
    description:
      'What the answer says about the brand, word for word, at most 300 characters; null if nothing',
  }),
  unsure: t.Array(t.Object({ id: t.String(), isNamed: t.Boolean() }), {
    description:
      'For each id of `unsure`: whether that company or product is meant there, and not an ordinary word',
  }),
})
export type Verdict = typeof Verdict.static

/** The ids of unsure subjects in the judge's prompt, by index. */
export const idOf = (index: number) => `u${index + 1}`

const maxDiscovered = 10
const maxName = 128
const maxExcerpt = 300
const maxPosition = 1000

/**
 * Validates a verdict. The words of the answer decide which brands are named: the judge only decides hits
 * that the matcher is unsure of, and names that it adds must occur in the answer (contract geo 7: Correct).
 */
export function readVerdict(verdict: Verdict, answer: string, hits: Hit[], matcher: Matcher) {
  const decided: JudgeDecisions = {}
  for (const [index, subject] of unsureIn(hits).entries()) {
    const word = verdict.unsure.find(({ id }) => id === idOf(index))
    if (word) decided[subject] = word.isNamed
  }
  const named = namedIn(hits, decided)
  return {
    decided,
    ...named,
    position: named.mentioned ? readPosition(verdict.position) : null,
    sentiment: named.mentioned ? readSentiment(verdict.sentiment) : null,
    discovered: readDiscovered(verdict.competitors, answer, matcher),
    excerpt: readExcerpt(verdict.excerpt, answer, named.mentioned ? hits : []),
  }
}

function readPosition(position: number | null): number | null {
  const rounded = position === null ? 0 : Math.round(position)
  return rounded >= 1 && rounded <= maxPosition ? rounded : null
}

function readSentiment(word: string | null) {
  return sentiments.find((each) => each === word?.trim().toLowerCase()) ?? null
}

/** Returns the names that occur in the answer, each once, without the brand and tracked competitors. */
function readDiscovered(names: string[], answer: string, matcher: Matcher): string[] {
  const text = fold(answer)
  const found = new Map<string, string>()
  for (const each of names) {
    const name = oneLine(each)
    if (name === '' || name.length > maxName || !text.includes(fold(name))) continue
    if (!isTracked(name, matcher) && !found.has(fold(name))) found.set(fold(name), name)
  }
  return [...found.values()].slice(0, maxDiscovered)
}

/** Whether the matcher finds a name, with or without its legal form, such as Inc. */
export function isTracked(name: string, matcher: Matcher): boolean {
  const bare = name.replace(
    /[\s,]+(inc|llc|ltd|limited|corp|corporation|co|gmbh|ag|sa|sas|bv|ab|oy)\.?$/i,
    '',
  )
  return matcher.find(bare).some(({ start, end }) => start === 0 && end === bare.length)
}

/** Returns the judge's quotation if it occurs in the answer, else the sentence that names the brand first. */
function readExcerpt(excerpt: string | null, answer: string, hits: Hit[]): string | null {
  const quoted = oneLine(excerpt ?? '')
  if (quoted !== '' && fold(answer).includes(fold(quoted))) return clip(quoted, maxExcerpt)
  const own = hits.find(({ subject }) => subject === ownKey)
  return own ? clip(sentenceAround(answer, own), maxExcerpt) : null
}

function sentenceAround(answer: string, { start, end }: Hit): string {
  const before = answer.slice(Math.max(0, start - maxExcerpt / 2), start)
  const after = answer.slice(end, end + maxExcerpt / 2)
  const from = before.search(/[^.!?。！？\n]*$/)
  const to = after.search(/[.!?。！？\n]/)
  return oneLine(before.slice(from) + answer.slice(start, end) + (to === -1 ? after : after.slice(0, to + 1)))
}

const fold = (text: string) => oneLine(text).toLowerCase()
