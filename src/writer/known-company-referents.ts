import { companiesDescribedIn } from './company-mentions/described-companies.ts'
import { hasHarm } from './company-mentions/harm.ts'
import { isSubjectAt } from './company-names.ts'
import { knownCompaniesIn } from './known-companies.ts'
import { hasPronoun, isOpenQuestion, readAnswer, withSubject } from './references.ts'
import { nameLevel, type Statement } from './text-statements.ts'

/** Number of sentences after a name in which a pronoun may still refer to it. */
const pronounReach = 3
const maxWordsOfIntroduction = 4
const maxWordsOfAnswer = 3

/** "Leaks customer data", "No export". */
const startsWithPredicate =
  /^\P{L}*(?:\p{L}+[^s\P{L}]s(?!\p{L})|(?:no|not|never|without|is|has|keine?|nicht|nie|pas|aucune?|sans|sin|ningún)(?!\p{L}))/iu

/** A heading, a name on its own or the line before a list. */
type Title = { level: number; names: string[]; isAlone: boolean }

/** The well-known companies that a statement describes, and those that it refers to without their name. */
export type AboutKnownCompanies = { described: string[]; implied: string[] }

/**
 * Creates a function that reads the statements of a text in order and returns the well-known companies of each: by
 * name, by a pronoun or below a title. It takes the statement without the names of the brand and its competitors, and
 * whether it had one.
 */
export function followKnownCompanies(
  language: string,
): (each: Statement, text: string, hasOther: boolean) => AboutKnownCompanies {
  const describedIn = (text: string) => companiesDescribedIn(text, language)
  let titles: Title[] = []
  let names: string[] = []
  let distance = 0
  /** The question about a company in the previous statement. */
  let question = ''

  return (each, text, hasOther) => {
    const found = knownCompaniesIn(text)
    const asked = question
    question = found.length > 0 && !hasOther && isOpenQuestion(text) ? text : ''
    const named = [...new Set(found.map(({ name }) => name))]
    const isAlone = each.isFirst && !hasOther && named.length === 1 && isOnlyName(text, found)
    const isTitle = each.kind === 'heading' || (isAlone && each.kind !== 'row' && each.kind !== 'cell')
    const level = isAlone && each.kind === 'sentence' ? nameLevel : each.level
    titles = titles.filter((title) => title.level < level)
    if (each.kind === 'heading') names = []
    if (isTitle && (hasOther || named.length > 0))
      titles.push({ level, isAlone, names: hasOther ? [] : named })
    if (each.kind === 'row') return describing(describedInRow(text, describedIn))
    if (each.kind === 'cell') return describing(describedInCell(each, text, describedIn))
    if (hasOther || named.length > 0) {
      const isAbout = !hasOther && (isTitle || isReferent(text, found))
      names = isAbout ? named : []
      distance = 0
      return describing(describedIn(text))
    }
    distance++
    const title = titles.at(-1)
    if (each.kind === 'heading' || isOpenQuestion(text)) return describing([])
    if (asked !== '' && isAnswer(text)) return describing(describedIn(asked.replace(/[?？]/g, '')))
    const about = names.length > 0 && distance <= pronounReach ? names : (title?.names ?? [])
    const refers = hasPronoun(text)
    const isBelow = !refers && title?.isAlone === true && about === title.names
    const implied = refers || isBelow ? about : []
    const described = implied.filter((name) =>
      refers
        ? describedIn(withSubject(text, name)).includes(name)
        : (startsWithPredicate.test(text) || hasHarm(text)) && describedIn(`${name}: ${text}`).includes(name),
    )
    return { implied, described }
  }
}

/** "No.", "Not you.": an answer that only makes sense with its question. */
const isAnswer = (text: string) => readAnswer(text) !== null || text.split(' ').length <= maxWordsOfAnswer

type FindCompanies = (text: string) => string[]

const describing = (described: string[]): AboutKnownCompanies => ({ described, implied: [] })

/** A cell describes the company of its row or column, after the label of the other one. */
function describedInCell(
  { company = '', label = '' }: Statement,
  text: string,
  describedIn: FindCompanies,
): string[] {
  const said = text.slice(text.indexOf(':') + 1).trim()
  const isLabelled = label !== '' && said.startsWith(label)
  return company === ''
    ? []
    : describedIn(`${company}: ${isLabelled ? said.slice(label.length).trim() : said}`)
}

/** The first cell of a row is the subject of the others. */
function describedInRow(text: string, describedIn: FindCompanies): string[] {
  const [label = '', ...cells] = text.split(', ')
  return [...new Set([text, ...cells.map((cell) => `${label}: ${cell}`)].flatMap(describedIn))]
}

type CompaniesInText = ReturnType<typeof knownCompaniesIn>

const isOnlyName = (text: string, found: CompaniesInText) =>
  found.some(({ before, after }) => !/\p{L}{2}/u.test(before + after) && !/[.!?]/.test(after)) &&
  text.length < 80

/** Whether the next sentence may refer to the company: it is the subject, or the sentence only introduces it. */
const isReferent = (text: string, found: CompaniesInText) =>
  found.some(({ after }) => isSubjectAt(after, 0)) ||
  isOpenQuestion(text) ||
  text.split(' ').length <= maxWordsOfIntroduction
