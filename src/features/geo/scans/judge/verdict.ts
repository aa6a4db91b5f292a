import { t } from 'elysia'
import type { Hit, Matcher } from '../../../../mentions/matcher.ts'
import { clip, oneLine } from '../../../../text/line.ts'
import { type Decided, namedIn, ownKey, unsureIn } from '../subjects.ts'
import { sentiments } from '../table.ts'

/** What a judge is asked for; words that are none of the choices are mended by `readVerdict`, and cost no other answer. */
export const Verdict = t.Object({
  position: t.Union([t.Number(), t.Null()], {
    description:
      'At which place the brand is recommended among all that are, 1 for the first; null if it is not',
  }),
  sentiment: t.Union([t.String(), t.Null()], {
    description: `How the answer speaks of the brand: ${sentiments.join(', ')}; null if it does not`,
  }),
  competitors: t.Array(t.String(), {
    description: 'Other products, services or companies that the answer names as alternatives, at most 10',
  }),
  excerpt: t.Union([t.String(), t.Null()], {
    description: 'What the answer says of the brand, word for word, at most 300 characters; null if nothing',
  }),
  unsure: t.Array(t.Object({ id: t.String(), isNamed: t.Boolean() }), {
    description:
      'For each id of `unsure`: whether that company or product is meant there, and not an ordinary word',
  }),
})
export type Verdict = typeof Verdict.static

/** How the unsure subjects are called towards the judge, by their order. */
export const idOf = (index: number) => `u${index + 1}`

const maxDiscovered = 10
const maxName = 128
const maxExcerpt = 300
const maxPosition = 1000

/**
 * What of a verdict is believed. Who is named is told by the words of the answer: the judge decides only what the
 * matcher is unsure of, and what it adds has to stand in the answer (contract geo 7: Correct).
 */
export function readVerdict(verdict: Verdict, answer: string, hits: Hit[], matcher: Matcher) {
  const decided: Decided = {}
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

/** Names that stand in the answer, each once, and none of the brand or of a competitor that is tracked. */
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

/** Whether a name is one that the matcher knows, with or without the form of a company after it. */
export function isTracked(name: string, matcher: Matcher): boolean {
  const bare = name.replace(
    /[\s,]+(inc|llc|ltd|limited|corp|corporation|co|gmbh|ag|sa|sas|bv|ab|oy)\.?$/i,
    '',
  )
  return matcher.find(bare).some(({ start, end }) => start === 0 && end === bare.length)
}

/** The judge's words where they stand in the answer, else the sentence in which the brand is named first. */
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
