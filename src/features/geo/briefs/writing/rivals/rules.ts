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
  const learn = (rival: Subject, told: string) => evidence.set(rival, `${evidence.get(rival) ?? ''}\n${told}`)
  for (const text of [question, ...headings])
    for (const rival of rivalsIn(text)) learn(rival, withoutFigures(text))
  for (const { claim, quotations } of claims)
    for (const rival of rivalsIn(claim))
      learn(rival, [claim, ...quotations.map(({ quotation }) => quotation)].join('\n'))
  // What the question says, and what everybody is called, claims nothing.
  const spoken = stemsOf([question, ...own.terms, ...rivals.flatMap(({ terms }) => terms)].join(' '))

  const isNamed = (text: string) => rivalsIn(text).length > 0
  const isOwnNamed = (text: string) => matcher.find(text).some(({ subject }) => subject === own.key)
  const knownOf = (named: Subject[]) => named.map((rival) => evidence.get(rival) ?? '').join('\n')
  const tell = (statement: string) => `No claim of the brief holds "${shorten(statement, longestTold)}".`

  const endsInName = (text: string) => {
    const last = matcher.find(text).at(-1)
    return last !== undefined && !/[\p{L}\p{N}]/u.test(text.slice(last.end))
  }

  /** What of a statement is not held: where it names several, each part by what is known of whom it names. */
  const unheldIn = (statement: string) =>
    partsOf(statement, isNamed, endsInName).filter((part) => !isHeldBy(part, knownOf(rivalsIn(part)), spoken))

  return (markdown) => {
    /** Whom the sentence before is about, who may be meant by a pronoun. */
    let before: Subject[] = []
    return statementsIn(markdown, isNamed).flatMap((statement) => {
      const named = rivalsIn(statement)
      const meant = named.length === 0 && pronoun.test(statement) ? before : []
      before = isOwnNamed(statement) ? [] : [...named, ...meant]
      if (meant.length > 0) return isHeldBy(statement, knownOf(meant), spoken) ? [] : [tell(statement)]
      if (named.length === 0) return []
      const unknown = named.find((rival) => !evidence.has(rival))
      if (unknown) return [`It names ${unknown.name}, of which the brief claims nothing.`]
      return unheldIn(statement).map(tell)
    })
  }
}

/** What is only asked for bears no figure but a year: a price in a heading is nobody's word. */
const withoutFigures = (text: string) =>
  text.replace(/\d[\d.,]*/g, (figure) => (/^(?:19|20)\d\d$/.test(figure) ? figure : ''))

/** A sentence that begins with who was meant before, of the languages that most is written in. */
const pronoun =
  /^(?:\p{L}+, )?(?:it|its|they|their|es|sie|ihr|ihre|er|il|elle|ils|elles|su|sus|ella|ele|ela|seu|sua|esso|essa|het|ze|zij|hun|он|она|оно|они|его)(?!\p{L})/iu

const seam =
  /([,;:]|\s-\s|(?<!\p{L})(?:and|but|while|whereas|und|aber|während|et|mais|tandis|y|pero|mientras|e|mas|ma|mentre|en|maar|terwijl|и|но)(?!\p{L}))/iu

/**
 * A statement cut where its clauses turn to somebody else. What ends in a name leads up to what comes next: unlike one,
 * the other does.
 */
function partsOf(statement: string, isNamed: Naming, endsInName: Naming): string[] {
  const parts: string[] = []
  for (const clause of statement.split(seam)) {
    const last = parts.at(-1)
    if (last !== undefined && !(isNamed(clause) && isNamed(last) && !endsInName(last)))
      parts[parts.length - 1] = last + clause
    else parts.push(clause)
  }
  return parts.length > 1 ? parts.map(withoutSeams) : [statement]
}

const withoutSeams = (part: string) =>
  part.replace(new RegExp(`^(?:\\s|${seam.source})+|(?:\\s|${seam.source})+$`, 'giu'), '')

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
