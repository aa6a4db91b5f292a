import { runners, usesBrand } from '../company-names.ts'
import { readKnownCompanies } from '../known-companies.ts'
import { createApartClauses, namesNobody } from './apart-clause.ts'
import { type Clause, clausesOf, companySign } from './clauses-of-sentence.ts'
import { createPlaces, positionsOf } from './company-positions.ts'
import { hasHarm, insinuates } from './harm.ts'
import { isMeant } from './meant-names.ts'
import { createOwnClauses } from './own-clause.ts'
import { createPlainClauses, pronoun } from './plain-clause.ts'
import { type Vocabulary, vocabularyOf } from './vocabulary.ts'

/**
 * The well-known companies that a sentence makes a statement about. It makes none if the brand or the reader does
 * something with them ("Connect your GitHub repository"), if they are only the place ("Issues appear in GitHub"), or
 * if it only has words of integrations ("GitHub sends a webhook when a release is published"). The brand is written
 * as its sign. The `others` are further names to treat as companies.
 */
export function companiesDescribedIn(sentence: string, language: string, others: string[] = []): string[] {
  const { text, names } = withSigns(sentence, language, others)
  if (names.length === 0) return []
  if (text.split(companySign).some((after) => usesBrand.test(after)) && !names.every(isRunner)) return names
  const vocabularies = [...new Set([language, 'English'])].flatMap((each) => vocabularyOf(each) ?? [])
  const isPlain =
    vocabularies.some((vocabulary) => isPlainSentence(text, vocabulary)) ||
    (vocabularyOf(language) === null && beginsWithNone(text))
  return isPlain ? [] : names
}

/** "GitHub runs Acme" does not name a customer. */
const isRunner = (name: string) => runners.has(name.toLowerCase())

/** A sentence with signs in place of the well-known companies in it. */
function withSigns(sentence: string, language: string, others: string[]): { text: string; names: string[] } {
  const { text, found } = readKnownCompanies(sentence)
  const names = new Set<string>()
  let written = ''
  let from = 0
  const all = [...found, ...others.flatMap((name) => positionsOfName(text, name))]
  // Of names with the same start, the longest is meant: "Google Docs".
  for (const each of all.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    if (each.start < from || !isMeant(each, text, language)) continue
    const [rest = ''] = (beside.test(each.before) && product.exec(each.after)) || []
    written += text.slice(from, each.start) + companySign + (rest === '' ? '' : ' app')
    from = each.end + rest.length
    names.add(each.name)
  }
  return { text: written + text.slice(from), names: [...names] }
}

const positionsOfName = (text: string, name: string) =>
  [...text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(name)}(?![\\p{L}\\p{N}])`, 'gu'))].map(
    ({ index: start }) => {
      const end = start + name.length
      const [before, after] = [text.slice(0, start), text.slice(end)]
      return { name, isOrdinary: false, start, end, before, after }
    },
  )

/** "In GitHub Discussions", "the Docker Compose file": a product name belongs to the name of its company. */
const product = /^(?:\s(?:\p{Lu}\p{Ll}+|\p{Lu}[\p{Lu}\p{N}]{1,3}|\p{N}{1,4})(?![\p{L}\p{N}'’])){1,3}/u
const beside =
  /(?:\(|(?<!\p{L})(?:to|from|in|on|with|for|of|via|by|as|using|the|an?|your|our|each|any|no|this)\s)$/iu

function isPlainSentence(text: string, vocabulary: Vocabulary): boolean {
  const { isOwnAction } = createOwnClauses(vocabulary)
  const { isApart, isUnderstood, blamesPeople } = createApartClauses(vocabulary)
  const { isBeside } = createPlaces(vocabulary)
  const { isPlain } = createPlainClauses(vocabulary)
  const { conditions, reasons, things } = vocabulary
  const clauses = clausesOf(text, vocabulary)
  if (clauses.length === 1 && deniesHarm(clauses[0], vocabulary)) return true
  const isHarmless = !hasHarm(text)
  const isInsinuating = insinuates(text)
  const isTopic = clauses.some(({ seam, words }) => isLabel({ seam, words }) && /^[:—–-]?$/.test(seam))
  /** Whether the previous clause is about an action of the brand or the reader, which this one may continue. */
  let isOwn = false
  let isCondition = false
  return clauses.every((clause, at) => {
    const [before, next] = [clauses[at - 1], clauses[at + 1]]
    const { words } = clause
    const [first = ''] = words
    const isLabelled = isLabel(before) && says.test(first) && !things.has(first)
    const isAbout =
      isLabelled || continuesName(clause, before, vocabulary) || isAsked(clause) || pronoun.test(first)
    const goesOn =
      isOwn &&
      !isAbout &&
      !followsCompany(clause, before, vocabulary) &&
      (first === companySign || vocabulary.isPlain(first))
    isOwn = !isLabelled && (isOwnAction(clause) || goesOn)
    const isReason = next !== undefined && reasons.has(next.seam) && isOwnAction(next)
    isCondition = conditions.has(clause.seam) || (isCondition && /^(?:and|or)$/.test(clause.seam))
    const mayFail = isCondition || isReason
    if (words.includes(companySign) && (isOwn ? namesNobody(words) : blamesPeople(words))) return false
    const isFree =
      !isTopic &&
      !isAbout &&
      !followsCompany(clause, before, vocabulary) &&
      !isPlace(before, vocabulary) &&
      isApart(words, mayFail)
    const isUse = isOwn && positionsOf(words).every(isBeside) && (!isReaderAt(words) || isUnderstood(words))
    if (isHarmless && (isUse || (isFree && !isInsinuating))) return true
    isOwn &&= !words.includes(companySign)
    if (isInsinuating && words.includes(companySign)) return false
    return isPlain(clause, { isAbout, mayFail, next: next?.seam ?? '' })
  })
}

/** Whether the reader acts: "with Slack you", "you can". */
const isReaderAt = (words: string[]): boolean =>
  words.includes(companySign) && words.some((word) => reader.test(word))
const reader = /^(?:you|du|sie|ihr|man|vous|on|tu|usted)$/

/** Whether a clause only names a place: "with Slack,". */
const isPlace = (clause: Clause | undefined, { places }: Vocabulary): boolean =>
  clause !== undefined && places.has(clause.words[0] ?? '') && endsInCompany(clause)

/** Whether a sentence only denies harm by a company: "GitHub never sells your data". */
const deniesHarm = (clause: Clause | undefined, { harms, isPlain }: Vocabulary): boolean => {
  const [, said = '', rest = ''] = denial.exec(clause?.words.join(' ') ?? '') ?? []
  return harms.has(said) && rest.split(' ').every((word) => isPlain(word) || word === 'data')
}
const denial = new RegExp(
  `^${companySign} (?:never|does not|do not) (\\p{L}+) (?:your|our|the|any) (.+)$`,
  'u',
)

/** "GitHub", "GitHub is". */
const endsInCompany = (clause: Clause | undefined) =>
  companyAtEnd.test(clause?.words.slice(-2).join(' ') ?? '')
const companyAtEnd = new RegExp(`${companySign}(?: is)?$`)
/** A company before a colon or a dash: "Slack: keeps". */
const isLabel = (clause: Clause | undefined) => clause?.words.length === 1 && endsInCompany(clause)
const says = /s$/

/** Whether a clause is about the company at the end of the previous clause: "Slack, which", "Jira, a mess". */
const followsCompany = (
  { words, seam }: Clause,
  before: Clause | undefined,
  { things }: Vocabulary,
): boolean =>
  endsInCompany(before) &&
  // "Le canal Slack qui".
  !things.has(before?.words.at(-2) ?? '') &&
  (relative.test(seam) || article.test(words[0] ?? ''))
/** Whether such a company is the subject of the clause. */
const continuesName = (clause: Clause, before: Clause | undefined, vocabulary: Vocabulary): boolean =>
  followsCompany(clause, before, vocabulary) && /^(?:which|who|that|qui|que)$/.test(clause.seam)

/** "What Slack costs", "why Slack is slow". */
const isAsked = ({ seam, words }: Clause): boolean =>
  words[0] === companySign && /^(?:what|how|why|was|wie|warum|comment|pourquoi|cómo|qué)$/.test(seam)

const relative = /^(?:which|who|whose|where|that|die|der|das|welche|qui|que|dont|où|donde|cuyo|cuya)$/
const article = /^(?:an?|the|one|eine?|der|die|das|une?|le|la|l|uno?|una|el)$/

/** In other languages: whether no clause starts with a company and continues with a predicate. */
const beginsWithNone = (text: string): boolean =>
  !hasHarm(text) &&
  !insinuates(text) &&
  !namesNobody(text.toLowerCase().match(/\p{L}+/gu) ?? []) &&
  text.split(/[,;:.!?。、，]/u).every((clause) => !beginning.test(clause))
const beginning = new RegExp(`^\\P{L}*(?:(?:o|il|lo)\\s)?${companySign}[^${companySign}]*\\p{L}`, 'iu')
