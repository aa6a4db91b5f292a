import { lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import { plainText } from '../../../../../markdown/rebuild.ts'
import { createMatcher } from '../../../../../mentions/matcher.ts'
import type { Subject } from '../../../../../mentions/subject.ts'
import { shorten } from '../../../../../text/line.ts'
import { splitSentences } from '../../../../../text/sentences.ts'
import { stemsOf } from '../../../../../text/stems.ts'
import type { Claim } from '../material/model.ts'

const longestTold = 90

/** Tells what of a text about competitors rests on no claim (contract geo 10: fair competitor mentions). */
export type RivalCheck = (markdown: string) => string[]

/** What of a brief is no claim: its question and title, what it asks for in headings and questions, and whose it is. */
type Asked = { question: string; headings: string[]; own: Subject }

/**
 * Makes the check of a brief: whatever names a competitor has to share words with a claim about it or with the answers
 * that the claim rests on, beyond the words of the question itself, and every number in it has to stand there. Whom the
 * brief itself asks about may be named in its words.
 */
export function createRivalCheck(
  rivals: Subject[],
  claims: Claim[],
  { question, headings, own }: Asked,
): RivalCheck {
  // The brand is looked for as well, so that nobody is found within its name.
  const matcher = createMatcher([own, ...rivals])
  const rivalsIn = (text: string): Subject[] => {
    const named = new Set(matcher.find(text).flatMap(({ subject, isSure }) => (isSure ? subject : [])))
    return rivals.filter(({ key }) => named.has(key))
  }
  const evidence = new Map<Subject, string>()
  const asked = [question, ...headings].map((claim) => ({ claim, quotations: [] }))
  for (const { claim, quotations } of [...asked, ...claims])
    for (const rival of rivalsIn(claim)) {
      const told = [claim, ...quotations.map(({ quotation }) => quotation)].join('\n')
      evidence.set(rival, `${evidence.get(rival) ?? ''}\n${told}`)
    }
  // What the question says, and what everybody is called, claims nothing.
  const spoken = stemsOf([question, ...own.terms, ...rivals.flatMap(({ terms }) => terms)].join(' '))

  const isNamed = (text: string) => rivalsIn(text).length > 0
  return (markdown) =>
    statementsIn(markdown, isNamed).flatMap((statement) => {
      const named = rivalsIn(statement)
      if (named.length === 0) return []
      const unknown = named.find((rival) => !evidence.has(rival))
      if (unknown) return [`It names ${unknown.name}, of which the brief claims nothing.`]
      const known = named.map((rival) => evidence.get(rival)).join('\n')
      return isHeldBy(statement, known, spoken)
        ? []
        : [`No claim of the brief holds "${shorten(statement, longestTold)}".`]
    })
}

function isHeldBy(statement: string, known: string, spoken: Set<string>): boolean {
  if (numbersIn(statement).some((number) => !numbersIn(known).includes(number))) return false
  const said = stemsOf(statement).difference(spoken)
  return said.size === 0 || !said.isDisjointFrom(stemsOf(known))
}

/** Numbers that say something: prices, shares, years and counts beyond ten. */
function numbersIn(text: string): string[] {
  return [...text.matchAll(/(?<=[$€£¥]\s?)\d[\d.,]*|\d[\d.,]*(?=\s?[%$€£¥])|\d[\d.,]+/gu)].map(([number]) =>
    number.replace(/[.,]+$/, ''),
  )
}

/** Tells whether a text names a competitor. */
type Naming = (text: string) => boolean

/** What a text states: its sentences, and of a table its rows, and each cell of a column that is about somebody. */
function statementsIn(markdown: string, isNamed: Naming): string[] {
  return lexer(markdown).flatMap((token) => statementsOf(token as MarkedToken, isNamed))
}

function statementsOf(token: MarkedToken, isNamed: Naming): string[] {
  const within = (tokens: Token[]) => tokens.flatMap((each) => statementsOf(each as MarkedToken, isNamed))
  switch (token.type) {
    case 'table':
      return rowsOf(token, isNamed)
    case 'list':
      return token.items.flatMap((item) => within(item.tokens))
    case 'blockquote':
      return within(token.tokens)
    case 'heading':
    case 'paragraph':
    case 'text':
      return splitSentences(plainText(token.raw))
    default:
      return []
  }
}

function rowsOf({ header, rows }: Tokens.Table, isNamed: Naming): string[] {
  const say = ({ text }: Tokens.TableCell) => plainText(text).trim()
  const heads = header.map(say)
  return rows.flatMap((row) => {
    const cells = row.map(say)
    const ofColumns = cells.flatMap((cell, index) => {
      const head = heads[index] ?? ''
      return index > 0 && isNamed(head) ? `${head}: ${cells[0]} ${cell}` : []
    })
    return [cells.join(', '), ...ofColumns]
  })
}
