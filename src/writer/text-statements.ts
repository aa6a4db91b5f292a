import { type MarkedToken, type Token, type Tokens, walkTokens } from 'marked'
import { plainTextOf } from '../markdown/rebuild.ts'
import { readTokens } from '../markdown/tokens.ts'
import { oneLine } from '../text/line.ts'
import { between } from '../text/pattern.ts'
import { splitSentences } from '../text/sentences.ts'
import { loadedWordsIn } from './loaded-words.ts'
import { splitLongText } from './split-long-text.ts'

/** Whether a text names a company that statements are checked about. */
type NamesCompany = (text: string) => boolean
export type Namings = {
  isKnown: NamesCompany
  /** Whether a text is only the name of a well-known company. */
  isKnownCompany: NamesCompany
  /** Whether a text may be the name of an unknown company. */
  mayBeCompany: NamesCompany
}

/**
 * Something that a text states. A title (a heading or the line before a list) applies to the statements after it
 * as long as their level is higher than its own.
 */
export type Statement = {
  text: string
  kind: 'heading' | 'line' | 'sentence' | 'item' | 'row' | 'cell' | 'code'
  level: number
  /** Whether it is the first of its paragraph, list item or table row. */
  isFirst: boolean
  /** The row or column label of a table cell, if the cell has words of its own. */
  label?: string
  /** The company that a table cell is about, if the table compares companies. */
  company?: string
}

/** Headings have levels 1 to 6, and list items one more for each enclosing list. */
const paragraphLevel = 7
/** A name alone in a paragraph is a title below all headings. */
export const nameLevel = 6.5

const withoutLongTexts = (statement: Statement): Statement[] =>
  splitLongText(statement.text).map((text, at) => ({
    ...{ ...statement, text },
    isFirst: statement.isFirst && at === 0,
  }))

/** All statements of a text: headings, sentences, list items, table cells, tooltips, and the words in its code. */
export function statementsIn(markdown: string, namings: Namings): Statement[] {
  const tokens = readTokens(markdown)
  return [
    ...statementsOf(tokens, namings, paragraphLevel, 'sentence').flatMap(withoutLongTexts),
    ...tooltipsOf(tokens).flatMap(statementsInLine),
  ]
}

/** The titles of links and images, which are shown as tooltips. */
function tooltipsOf(tokens: Token[]): string[] {
  const titles: string[] = []
  walkTokens(tokens, (token) => {
    if ((token.type === 'link' || token.type === 'image') && token.title) titles.push(token.title)
  })
  return titles
}

/** The statements of a title, a heading, a question or another short text. */
export const statementsInLine = (line: string): Statement[] =>
  splitSentences(line)
    .map((text, at): Statement => ({ text, kind: 'line', level: paragraphLevel, isFirst: at === 0 }))
    .flatMap(withoutLongTexts)

function statementsOf(
  tokens: Token[],
  namings: Namings,
  level: number,
  kind: Statement['kind'],
): Statement[] {
  const sentences = (texts: string[], ofKind = kind, ofLevel = level): Statement[] =>
    texts.map((text, at) => ({ text, kind: ofKind, level: ofLevel, isFirst: at === 0 }))
  return (tokens as MarkedToken[]).flatMap((token) => {
    switch (token.type) {
      case 'heading':
        return sentences([plainTextOf([token]).trim()], 'heading', token.depth)
      case 'paragraph':
      case 'text':
        return sentences(splitSentences(withJoinedLines(plainTextOf([token]))))
      case 'list':
        return token.items.flatMap(({ tokens: [first, ...rest] }) => [
          ...statementsOf(first ? [first] : [], namings, level + 1, 'item'),
          ...statementsOf(rest, namings, level + 1.5, 'sentence'),
        ])
      case 'blockquote':
        return statementsOf(token.tokens, namings, level + 1, 'sentence')
      case 'table':
        return statementsOfTable(token, namings).map((each) => ({ ...each, level: level + 1 }))
      case 'code':
        return sentences(proseInCode(token, namings.isKnown).flatMap(splitSentences), 'code', level + 1)
      case 'html':
        return sentences(splitSentences(token.raw.replace(/<!--|-->|<[^<>]*>/g, ' ')))
      default:
        return []
    }
  })
}

/** A sentence may continue after a line break: "Globex\nleaks data". */
const withJoinedLines = (text: string) => text.replace(/(?<=[^\s.!?…:;])[ \t]*\n[ \t]*(?=\p{Ll})/gu, ' ')

// Tables

const yes = /^(?:[✓✔✅☑●🟢👍x]|yes|true|ja|oui|sí|sì|sim)[.!]?$/iu
const no =
  /^(?:[✗✘❌✖❎○🔴🚫👎]|no|none|never|false|nein|kein[e]?|nie|non|aucun|jamais|ningun[oa]|nunca|não|nee)[.!]?$/iu
const unknown =
  /^(?:[-–—?.…/\s]*|n\/?a|unknown|unclear|not (?:stated|known|published)|k\. ?a\.|unbekannt|inconnu|desconocido)$/iu

/**
 * The rows of a table, and the statements of its cells about the company of their row or column: a check mark states
 * that the company has the labeled feature, a cross that it does not.
 */
function statementsOfTable(
  { header, rows }: Tokens.Table,
  { isKnown, isKnownCompany, mayBeCompany }: Namings,
): Omit<Statement, 'level'>[] {
  const say = ({ text, tokens }: Tokens.TableCell) =>
    plainTextOf([{ type: 'paragraph', raw: text, text, tokens }]).trim()
  const heads = header.map((cell) => {
    const text = say(cell)
    return { text, isCompany: isKnown(text) || isKnownCompany(text) }
  })
  const hasCompanies = rows.some(([label]) => label !== undefined && isKnown(say(label)))
  // A table whose columns all have unknown names also compares companies.
  const areUnknown =
    !hasCompanies && heads.length > 2 && heads.slice(1).every(({ text }) => mayBeCompany(text))
  const hasColumns = areUnknown || heads.some(({ isCompany }) => isCompany)
  return rows.flatMap((row) => {
    const cells = row.map(say)
    const [label = ''] = cells
    const ofCells = cells.flatMap((cell, index) => {
      const head = heads[index]
      const isLabel = index === 0 && (hasCompanies || !head?.isCompany)
      if (isLabel || head === undefined || unknown.test(cell)) return []
      const company = hasCompanies ? label : hasColumns ? head.text : ''
      const matter = hasCompanies ? head.text : index === 0 || heads[0]?.isCompany ? '' : label
      const own = cell.replace(/\p{Variation_Selector}/gu, '')
      const says = (text: string, about?: string) => ({
        ...{ text: oneLine(`${company}: ${text}`).replace(/^: /, ''), kind: 'cell' as const, isFirst: true },
        ...(about !== undefined && { label: about }),
        ...(company !== '' && { company }),
      })
      if (yes.test(own)) return says(matter)
      if (no.test(own)) return says(`no ${matter}`)
      return says(`${matter} ${cell}`, /\p{L}{2}/u.test(cell) ? matter : undefined)
    })
    return [{ text: cells.join(', '), kind: 'row' as const, isFirst: true }, ...ofCells]
  })
}

// Code

const proseLanguages = /^(?:|text|txt|plain|plaintext|markdown|md)$/i
const shells = /^(?:sh|bash|shell|zsh|fish|console|terminal|shell-session|powershell|ps1|cmd|bat)$/i
const commentOrString =
  /(?:\/\/|#|--|;|%|\/\*|<!--)\s*(.*?)(?:\*\/|-->)?$|"([^"\n]{12,})"|'([^'\n]{12,})'|`([^`\n]{12,})`/gm

/**
 * The parts of Markdown that its plain text omits: the prose in code blocks, also in lists and quotes, and block
 * quotes with their markers, unless the previous sentence announces an example.
 */
export function codeAndQuotesOf(markdown: string): string {
  const found: string[] = []
  let before = ''
  walkTokens(readTokens(markdown), (token) => {
    if (token.type === 'code') found.push(...proseInCode(token as Tokens.Code, () => false))
    if (token.type === 'paragraph' || token.type === 'text') before = token.raw.slice(-maxAnnouncement)
    if (token.type !== 'blockquote' || announcesExample.test(before)) return
    const quoted = plainTextOf((token as Tokens.Blockquote).tokens).split('\n\n')
    found.push(...quoted.map((paragraph) => `> ${oneLine(paragraph)}`))
  })
  return found.join('\n\n')
}

const maxAnnouncement = 200
const announcesExample =
  /(?<!\p{L})(?:examples?|for instance|like this|instead|template|reads?|looks? like|beispiele?|zum beispiel|vorlage|stattdessen|exemples?|modèle|ejemplos?|plantilla|en su lugar)(?!\p{L})[^.!?]*:\s*$/iu

/**
 * The prose of a code block: everything if it has no programming language, else its comments, its longer strings and
 * the lines that make a statement.
 */
function proseInCode({ text, lang }: Tokens.Code, isNamed: NamesCompany): string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const [language = ''] = (lang ?? '').trim().split(/\s/)
  if (proseLanguages.test(language)) return lines
  const isShell = shells.test(language)
  return lines.flatMap((line) => {
    const code = line.replace(commentOrString, ' ').trim()
    const prose = [...line.matchAll(commentOrString)].flatMap((groups) => groups.slice(1).filter(Boolean))
    return isStatement(code, isShell, isNamed) ? [code, ...prose] : prose
  })
}

/** Whether a line of code reads like a sentence, harms a company or makes a statement about one that it names. */
const isStatement = (line: string, isShell: boolean, isNamed: NamesCompany) =>
  sentenceInCode.test(line) ||
  loadedWordsIn(line).length > 0 ||
  (isNamed(line) &&
    !command.test(line) &&
    (wordsInARow.test(line) || (onlyWords.test(line) && (!isShell || /^\p{Lu}/u.test(line)))))

const wordsInARow = /\p{L}{2,}(?: [\p{L}'’-]{2,}){2}/u
/** In a shell, a lower-case first word may be a program. */
const onlyWords = /^[\p{L}\p{M}\p{N}'’-]+:?(?: [\p{L}\p{M}'’-]+)+[.!?]?$/u
const sentenceInCode =
  /^(?=\p{Lu}\p{Ll}|.*[.!?]$)[\p{L}\p{N}$€£%.,'’"-]+(?:\s+[\p{L}\p{N}$€£%.,'’"-]+){2,}[!?]?$/u
const command = between(
  '',
  /^\$?\s*/,
  [
    /sudo |npm|npx|pnpm|yarn|bunx?|pip3?|brew|apt(?:-get)?|cargo|gem|go|docker|git|curl|import/,
    /from|use|using|require|include|export|return|class|interface|struct|type|enum|const|let|var/,
    /def|func|function|fn|public|private|package|namespace|new|await|async|extends/,
  ],
  /\s/,
)
