import type { Subject } from '../mentions/subject.ts'
import { oneLine, shorten } from '../text/line.ts'
import { stemsOf } from '../text/stems.ts'
import { createSupport } from './claim-support.ts'
import { isCollective, readCollective } from './collective-claims.ts'
import { brandSign, companyNamesIn, isSubjectAt, platforms } from './company-names.ts'
import { type KnownCompany, knownCompaniesIn } from './known-companies.ts'
import { followKnownCompanies } from './known-company-referents.ts'
import { loadedWordsIn } from './loaded-words.ts'
import { createNameNormalizer } from './name-variants.ts'
import { isNegated } from './negation.ts'
import { isOwnChange } from './own-changes.ts'
import { harmsObject, reportsProblem } from './problems.ts'
import {
  hasPlace,
  hasPronoun,
  isAdvice,
  isConditional,
  isOpenQuestion,
  isRecommendation,
  readAnswer,
} from './references.ts'
import { remember } from './remember.ts'
import { nameLevel, type Statement, statementsIn, statementsInLine } from './text-statements.ts'
import { createDetailCheck } from './unsourced-details.ts'

/** What a text may say about others, and by which sources. */
export type ClaimSources = {
  own: Subject
  /** Competitors and everybody else whose name is known. */
  others: Subject[]
  /**
   * Texts that support a statement about anybody: quotations of stored answers and approved claims. Never a heading, a
   * question or another text that the planner or the writer made up.
   */
  sources: string[]
  /** What the brand says: its facts and pages. They support statements about the brand alone. */
  ownSources?: string[]
  /** What the user asked. Its words describe the matter, and need no source. */
  topic: string
  language: string
  /**
   * Whether the sources describe the brand's own work. A name in them that is no competitor's may be a part of it, so only
   * harmful statements about it need support, and what is said of a competitor may be the brand's own change.
   */
  describesOwnWork?: boolean
}

/** A statement about somebody else that no source supports. */
export type UnsupportedClaim = { statement: string; name: string; message: string }

/** Finds the unsupported statements of a text; a `line` is a title, a heading, a question or another short text. */
export type ClaimCheck = {
  inMarkdown(markdown: string): UnsupportedClaim[]
  inLine(line: string): UnsupportedClaim[]
}

const longestStatement = 90
/** So many sentences after a name, a pronoun may still refer to it. */
const pronounReach = 3

/** Words that compare, list or recommend without saying anything about anybody. */
const generic = stemsOf(
  `compare compared compares comparing comparison versus choose chooses choosing choice chosen pick select consider
  alternative alternatives option options competitor competitors tool tools product products service vendor company
  example instead like unlike decide decision reader readers team teams evaluate list table below above following looked
  three four five seven eight nine several
  vergleich vergleichen wählen alternative anbieter werkzeug statt entscheiden heißen heißt sind
  comparer comparaison choisir outil choix plutôt comparar comparación elegir herramienta`,
)
/** Words around check marks in tables, which only say that a company has something. */
const around = stemsOf(
  'support supported supports available included includes integration offers feature features',
)
/** Words that only name what a section is about. */
const topical = stemsOf(
  `price prices pricing cost costs feature features setup support plan plans free migrate migration migrating switch
  switching review reviews difference differences best better guide overview limits between small large open source show move moving coming
  pros cons strengths weaknesses advantages disadvantages verdict summary
  explain describe name mention fair honest honestly
  preis preise kosten funktionen umstieg wechsel unterschied unterschiede prix tarif fonctions différences precio precios
  funciones diferencias`,
)

/** Makes the check for every text that Herald writes about others. */
export function createClaimCheck({
  own,
  others,
  sources,
  ownSources = [],
  topic,
  language,
  describesOwnWork = false,
}: ClaimSources): ClaimCheck {
  const known = [own, ...others]
  const normalize = remember(createNameNormalizer(known.flatMap(({ name, terms }) => [name, ...terms])))
  const base = createSupport(known)
  const quoted = sources.map(normalize)
  const told = ownSources.map(normalize)
  const texts = [...quoted, ...told]
  const passages = quoted.flatMap(base.passagesOf)
  const toldPassages = told.flatMap(base.passagesOf)
  const allTexts = passages.map(({ text }) => text)
  const mentions = toldPassages.filter(({ text }) => isNeutral(text))
  const ownTexts = [...passages, ...toldPassages]
    .filter(({ about }) => about.size === 0 || (about.size === 1 && about.has(own.key)))
    .map(({ text }) => text)
  const collectiveTexts = allTexts.filter((text, at) =>
    isCollective(text, passages[at]?.about.has(own.key) === true),
  )
  const given = new Set(lowerWords([...texts, topic].join('\n')))
  const asked = normalize(topic)
  const isNeutralTopic: boolean =
    loadedWordsIn(asked).length === 0 && [...base.namesIn(asked)].every((key) => key === own.key)
  const names = stemsOf(known.flatMap(({ name, terms }) => [name, ...terms]).join(' '))
  const category = stemsOf(asked)
  const unasked = generic.union(names)
  const neutral = unasked.union(isNeutralTopic ? stemsOf(asked) : new Set<string>())
  const ofMarks = unasked.union(around)
  const rivalsIn = (text: string) => {
    const named = base.namesIn(text)
    return others.filter(({ key }) => named.has(key))
  }
  /** A text without known names; the brand is written as its sign. */
  const withBrandSign = (text: string) =>
    base.unnamed(text, (key) => (key === own.key ? brandSign : '')).trim()
  /** A text with the brand as its sign and the names of all others. */
  const withSign = (text: string) => {
    const nameOf = (key: string) => others.find((each) => each.key === key)?.name ?? ''
    return oneLine(base.unnamed(text, (key) => (key === own.key ? brandSign : nameOf(key))))
  }
  const isOwnNamed = (text: string) => base.namesIn(text).has(own.key)
  const fault = (statement: string, name: string): UnsupportedClaim => ({
    ...{ statement, name },
    message: `No source supports "${shorten(statement, longestStatement)}" about ${name}.`,
  })

  /** What the sources say about these companies, without and with what they say about the brand. */
  const textsAbout = remember((keys: string) => {
    const wanted = new Set(keys.split('\n'))
    const ofKnown = passages.flatMap(({ text, naming, about }) =>
      about.isDisjointFrom(wanted) ? [] : naming === null ? [text] : [text, naming],
    )
    const ofStrangers = keys.split('\n').filter((key) => key.startsWith(strangerKey))
    const ofThem = [
      ...ofKnown,
      ...ofStrangers.flatMap((key) => passagesNaming(key.slice(strangerKey.length))),
    ]
    const mentioning = mentions
      .filter(({ about, naming }) => naming === null && !about.isDisjointFrom(wanted))
      .map(({ text }) => text)
    return { said: supportOf(ofThem), mentioned: supportOf([...ofThem, ...mentioning]) }
  })
  const supportOf = (texts: string[]) => ({
    ...{ ofThem: texts, withOwn: [...texts, ...ownTexts], words: base.wordsOf(texts.join('\n')) },
  })
  /** Whether a text mentions competitors without judging, comparing or describing them, as in "Import from Quuxly". */
  function isNeutral(text: string): boolean {
    return (
      loadedWordsIn(text).length === 0 &&
      !compares.test(text) &&
      base.hitsIn(text).every(({ subject, end }) => subject === own.key || !isSubjectAt(text, end))
    )
  }

  /** Whether the sources about these companies support a statement; those about the brand count if it is named too. */
  function isHeld(
    statement: string,
    about: Subject[],
    mayBeOwn: boolean,
    free: Set<string> = neutral,
  ): boolean {
    const { said, mentioned } = textsAbout(about.map(({ key }) => key).join('\n'))
    const { ofThem, withOwn, words } =
      isNeutral(statement) && rivalsIn(statement).length > 0 ? mentioned : said
    const share = isRecommendation(statement) ? leastShareOfAdvice : undefined
    if (base.isSupported(statement, ofThem, free, share)) return true
    if (!mayBeOwn && !describesOwnWork) return false
    const isTheirs = !words.isDisjointFrom(base.wordsOf(statement).difference(free))
    return isTheirs && base.isSupported(statement, withOwn, free)
  }

  /** Claims about named companies; each part of a statement is checked against the sources about the company it names. */
  function findNamed(statement: string, named: Subject[], free?: Set<string>): UnsupportedClaim[] {
    return partsOf(withoutConsequence(statement), (part) => rivalsIn(part).length > 0, endsInName).flatMap(
      (part) => {
        const about = rivalsIn(part)
        const [first = named[0]] = about
        if (first === undefined || isHeld(part, about, isOwnNamed(part), free)) return []
        if (about.every(({ name }) => isOwnWork(statement, name))) return []
        return [fault(part, first.name)]
      },
    )
  }
  /** A statement without a general consequence at its end: "so a vague message stays vague". */
  function withoutConsequence(statement: string): string {
    const [found = '', general = ''] = consequence.exec(statement) ?? []
    const isGeneral =
      general !== '' &&
      base.namesIn(general).size === 0 &&
      !hasPronoun(general) &&
      !isNegated(general) &&
      loadedWordsIn(general).length === 0 &&
      !/\d/.test(general) &&
      sharesWords(general, 0)
    return isGeneral ? statement.slice(0, -found.length) : statement
  }
  function endsInName(text: string): boolean {
    return rivalsIn(text).some(({ name, terms }) =>
      [name, ...terms].some((term) => text.replace(/[^\p{L}\p{N}]{1,9}$/u, '').endsWith(term)),
    )
  }

  /** The passages that name an unknown company, or continue about it. */
  const passagesNaming = remember((name: string) => {
    const words = new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(name)}(?![\\p{L}\\p{N}])`, 'iu')
    return allTexts.filter(
      (text, at) => words.test(text) || (at > 0 && hasPronoun(text) && words.test(allTexts[at - 1] ?? '')),
    )
  })

  /** Whether a sentence is about the brand's own work, and a source names the company that is involved. */
  function isOwnWork(statement: string, name: string): boolean {
    return describesOwnWork && passagesNaming(name).length > 0 && isOwnChange(withSign(statement), name)
  }

  const makeFigureCheck = (name: string, more: string[]) => {
    const isAbout = (text: string) => text.toLowerCase().includes(name.toLowerCase())
    const ofIt = describesOwnWork ? quoted.filter(isAbout) : passagesNaming(name)
    return createDetailCheck([...ofIt, ...more.filter(isAbout), topic].join('\n'))
  }
  /** Checks figures against what supports a statement about a company. */
  const figuresOf = remember((name) => makeFigureCheck(name, []))
  /** And against what the brand says of its own work with it. */
  const figuresWithOwnOf = remember((name) =>
    makeFigureCheck(
      name,
      toldPassages.map(({ text }) => text),
    ),
  )

  /** A figure of the brand supports no statement about another company. */
  function findFigures(statement: string, named: Subject[], implied: string[]): UnsupportedClaim[] {
    const companies = [
      ...(describesOwnWork ? named : []).map(({ name }) => ({ name, isSubject: true })),
      ...implied.map((name) => ({ name, isSubject: true })),
      ...knownCompaniesIn(withBrandSign(statement))
        .filter(isMeant)
        .map(({ name, after }) => ({ name, isSubject: isSubjectAt(after, 0) })),
    ]
    const other = companies.find(({ name, isSubject }) => {
      const ownFirst = statement.slice(0, Math.max(0, statement.indexOf(name)))
      if ((isOwnNamed(ownFirst) || ofBrand.test(ownFirst)) && !compares.test(statement)) return false
      const check = (isSubject ? figuresOf : figuresWithOwnOf)(name)
      return check(statement.replaceAll(name, '')).some(
        ({ kind, detail }) => kind === 'figure' && !year.test(detail),
      )
    })
    return other ? [fault(statement, other.name)] : []
  }

  /** Unknown companies in a sentence. */
  const strangersIn = (statement: string, isOrdinary: (word: string) => boolean): Subject[] =>
    companyNamesIn(statement, { language, isOrdinary, isHarmful: false })
      .filter(({ isSubject }) => isSubject)
      .map(({ name }) => ({ key: `${strangerKey}${name}`, name, terms: [name], hosts: [] }))

  /** Claims about companies that nobody has named before, and about well-known ones that a statement harms. */
  function findStrangers(
    statement: string,
    isOrdinary: (word: string) => boolean,
    harmed: Set<string>,
  ): UnsupportedClaim[] {
    const isHarmful = loadedWordsIn(statement).length > 0
    const named = companyNamesIn(withBrandSign(statement), { language, isOrdinary, isHarmful }).filter(
      ({ name, isSubject }) => (isSubject || isHarmful) && !harmed.has(name),
    )
    return [...harmed, ...named.map(({ name }) => name)].flatMap((name) => {
      const ofIt = passagesNaming(name)
      if (describesOwnWork && ofIt.length > 0 && !isHarmful && !harmed.has(name)) return []
      if (isOwnWork(statement, name)) return []
      // What the brand's own work says of a company is no evidence for what harms it.
      if (describesOwnWork && isHarmful && statement.startsWith(name)) return [fault(statement, name)]
      const isFine = base.isSupported(statement, ofIt, neutral.union(stemsOf(name)))
      return isFine && ofIt.length > 0 ? [] : [fault(statement, name)]
    })
  }

  /** Claims about competitors as a whole: the others, both, no other tool. */
  function findCollective(
    statement: string,
    named: Subject[],
    listed: Subject[],
    isFirst: boolean,
  ): UnsupportedClaim[] {
    const about = readCollective(withBrandSign(statement), category)
    if (about === null || named.length > 0) return []
    if (about === 'listed') {
      const [first, second] = listed
      if (!first || !second || listed.every((each) => isHeld(statement, [each], false))) return []
      return [fault(statement, `${first.name} and ${second.name}`)]
    }
    const hasReferent = listed.length > 0 || isOwnNamed(statement) || (isFirst && harmsObject(statement))
    if (about === 'remaining' && !hasReferent) return []
    const isSaid = collectiveTexts.length > 0 && base.isSupported(statement, collectiveTexts, neutral)
    return isSaid ? [] : [fault(statement, 'the competitors')]
  }

  function check(statements: Statement[]): UnsupportedClaim[] {
    const inText = new Set(lowerWords(statements.map(({ text }) => text).join('\n')))
    const isOrdinary = (word: string) => inText.has(word) || given.has(word)
    const companiesOf = followKnownCompanies()
    let titles: Title[] = []
    let last = nobody
    /** The competitors that the section has named. */
    let listed: Subject[] = []

    return statements.flatMap((each) => {
      const statement = normalize(each.text)
      const named = rivalsIn(statement)
      const hasOwn = isOwnNamed(statement)
      const isTitle = each.kind === 'heading' || isNameAlone(statement, each)
      const level = isTitle && each.kind === 'sentence' ? nameLevel : each.level
      titles = titles.filter((title) => title.level < level)
      if (each.kind === 'heading') {
        last = nobody
        listed = []
      }
      listed = [...new Set([...listed, ...named])]
      const known = companiesOf(each, withBrandSign(statement), named.length > 0 || hasOwn)
      const found = checkAlone(each, statement, named, isOrdinary, known)
      // A name alone may be an unknown company.
      const isUnnamed = named.length === 0 && !hasOwn
      const mayLead = mayBeName(each)
      const strangers = isUnnamed
        ? strangersIn(mayLead ? `${statement.replace(/[^\p{L}\p{N}]+$/u, '')} is` : statement, isOrdinary)
        : []
      const isLeading = isTitle || leadsIn(statement) || (mayLead && strangers.length > 0)
      if (isLeading && (named.length > 0 || hasOwn || strangers.length > 0))
        titles.push({
          ...{ level, about: hasOwn ? [] : [...named, ...strangers] },
          isStrict: !hasOwn && isMatter(statement, named),
          question: !hasOwn && isOpenQuestion(statement) ? statement : null,
        })
      if (each.kind === 'heading') return found
      const title = titles.at(-1)
      const answer = findAnswered(each, statement, title)
      if (answer.length > 0) return found.length > 0 ? found : answer
      if (named.length > 0 || hasOwn) {
        const isAboutOwn = hasOwn && (named.length === 0 || !isFirstNamed(statement, named))
        last = { about: isAboutOwn ? [] : named, isOwn: isAboutOwn, distance: 0, isNear: true }
        return found
      }
      const collective = findCollective(statement, named, listed, each.isFirst)
      if (collective.length > 0) return found.length > 0 ? found : collective
      if (strangers.length > 0) {
        last = { about: strangers, isOwn: false, distance: 0, isNear: false }
        return found
      }
      const isCarried = each.isFirst && hasPronoun(statement)
      last = { ...last, distance: last.distance + 1, isNear: each.isFirst ? isCarried : last.isNear }
      return found.length > 0 ? found : findImplied(each, statement, last, title)
    })
  }

  /** The words of a cell that need no source: its label needs one beside a check mark, but not beside words or a price. */
  function freeInCell(statement: string, label: string | undefined): Set<string> {
    if (label !== undefined) return neutral.union(stemsOf(label))
    return /\d/.test(statement) ? ofMarks.union(topical) : ofMarks
  }

  /** Claims of a statement by itself, without what the sentences before say. */
  function checkAlone(
    { kind, label, company, isFirst }: Statement,
    statement: string,
    named: Subject[],
    isOrdinary: (word: string) => boolean,
    { harmed, implied }: ReturnType<ReturnType<typeof followKnownCompanies>>,
  ): UnsupportedClaim[] {
    if (isOpenQuestion(statement) && loadedWordsIn(statement).length === 0) return []
    if (kind === 'row') return findStrangers(statement, isOrdinary, new Set(harmed))
    if (kind === 'cell') {
      const free = freeInCell(statement, label)
      if (named.length > 0) return findNamed(statement, named, free)
      if (harmed.length > 0) return findStrangers(statement, isOrdinary, new Set(harmed))
      const isOther =
        company !== undefined && !isOwnNamed(normalize(company)) && knownCompaniesIn(company).length === 0
      const [stranger] = isOther ? strangersIn(`${company} is`, isOrdinary) : []
      return stranger && !isHeld(statement, [stranger], false, free.union(stemsOf(stranger.name)))
        ? [fault(statement, stranger.name)]
        : []
    }
    const isLine = kind === 'heading' || kind === 'line' || leadsIn(statement)
    const stated = isLine ? statement.replace(yearOrStep, ' ') : statement
    // The most specific message about a sentence is the only one.
    const rules = [
      () => (named.length > 0 ? findNamed(stated, named, isLine ? neutral.union(topical) : neutral) : []),
      () => findStrangers(statement, isOrdinary, new Set(harmed)),
      () => findFigures(statement, named, implied),
      () =>
        isLine || named.length > 0 || isOwnNamed(statement)
          ? findCollective(stated, named, named, isFirst)
          : [],
    ]
    for (const rule of rules) {
      const found = rule()
      if (found.length > 0) return found
    }
    return []
  }

  /** Claims about the company that an earlier sentence, a heading or the enclosing item names. */
  function findImplied(
    { kind, label, isFirst }: Statement,
    statement: string,
    { about: before, isOwn, distance, isNear }: Referent,
    title: Title | undefined,
  ): UnsupportedClaim[] {
    if (kind === 'row' || isOpenQuestion(statement)) return []
    const about = before.length > 0 ? before : (title?.about ?? [])
    const [first] = about
    if (first === undefined) return []
    const reaches = title?.about.length ? !isOwn : isNear && distance <= pronounReach
    const refers = (hasPronoun(statement) && reaches) || (hasPlace(statement) && !isOwn)
    const harms = loadedWordsIn(statement).length > 0 && !isConditional(statement)
    const belongs = title?.isStrict === true && (kind === 'cell' || (kind !== 'code' && !isAdvice(statement)))
    const follows = before.length > 0 && !isFirst && distance === 1 && !isOwn && kind === 'sentence'
    const complains = follows && reportsProblem(statement) && !isAdvice(statement)
    if (!refers && !harms && !belongs && !complains) return []
    const free = kind === 'cell' ? freeInCell(statement, label) : neutral
    const isFar = distance > 1 || (isFirst && !title)
    if (isHeld(statement, about, isFar, free)) return []
    // Without a pronoun, or further away, a sentence may well mean something that the brand's own sources describe.
    if ((!refers || isFar) && base.isSupported(statement, ownTexts)) return []
    if (describesOwnWork && !refers && !belongs) return []
    // A sentence below a title may be general; an item of a list below it seldom is.
    const isItem = kind === 'item' && isNegated(statement)
    const isPlain = !refers && !harms && !complains && kind !== 'cell' && !isItem
    return isPlain && sharesWords(statement, kind === 'item' ? leastShareOfItem : 0)
      ? []
      : [fault(statement, first.name)]
  }

  /** An answer with yes or no states what its question asks. */
  function findAnswered(
    { isFirst }: Statement,
    statement: string,
    title: Title | undefined,
  ): UnsupportedClaim[] {
    const [first] = title?.about ?? []
    const answer = isFirst ? readAnswer(statement) : null
    const question = title?.question ?? null
    if (!title || !first || answer === null || question === null) return []
    // A question about moving away from somebody asks what the brand can do.
    if (besides.test(question.slice(0, firstPlaceOf(question, title.about)))) return []
    const stated = question.replace(/[?？¿]/g, '')
    return isHeld(answer === 'no' ? `not ${stated}` : stated, title.about, false)
      ? []
      : [fault(`${question} ${statement}`, first.name)]
  }

  /** Whether a sentence that refers to nobody shares words with the sources. */
  function sharesWords(statement: string, share: number): boolean {
    const words = base.wordsOf(statement).difference(neutral)
    const shared = words.intersection(knownWords).size
    return words.size === 0 || (shared > 0 && shared >= words.size * share)
  }
  const knownWords = base.wordsOf(texts.join('\n'))

  /** Whether a heading or the line before a list is about the companies that it names: not "moving from Globex to us". */
  function isMatter(statement: string, named: Subject[]): boolean {
    const at = firstPlaceOf(statement, named)
    const words = base.wordsOf(statement).difference(neutral).difference(topical)
    return named.length > 0 && words.size === 0 && !besides.test(statement.slice(Math.max(0, at - 20), at))
  }

  /** Whether a paragraph or the first line of a list item is only a company name. */
  function isNameAlone(statement: string, { kind, isFirst }: Statement): boolean {
    if (!isFirst || (kind !== 'sentence' && kind !== 'item') || statement.length > longestTitle) return false
    const rest = base.unnamed(statement)
    return rest !== statement && !/[.!?]\P{L}*$/u.test(statement) && !/\p{L}{2}/u.test(rest)
  }

  function firstPlaceOf(statement: string, subjects: Subject[]): number {
    const text = statement.toLowerCase()
    const places = subjects
      .flatMap(({ name, terms }) => [name, ...terms])
      .map((term) => text.indexOf(term.toLowerCase()))
      .filter((place) => place >= 0)
    return Math.min(Number.POSITIVE_INFINITY, ...places)
  }

  /** Which comes first in a statement: a competitor or the brand. */
  const isFirstNamed = (statement: string, named: Subject[]) =>
    firstPlaceOf(statement, named) < firstPlaceOf(statement, [own])

  return {
    inMarkdown: (markdown) =>
      check(
        statementsIn(markdown, {
          isKnown: (text) => rivalsIn(normalize(text)).length > 0,
          isKnownCompany,
          mayBeCompany: (text) =>
            isOwnNamed(text) || strangersIn(`${text} is`, (word) => given.has(word)).length > 0,
        }),
      ),
    inLine: (line) => check(statementsInLine(line)),
  }
}

/** Words that compare the brand with somebody. */
const compares =
  /(?<!\p{L})(?:than|unlike|compared|whereas|instead|better|only|als|anders|statt|besser|contrairement|plutôt|mieux|mejor|diferencia)(?!\p{L})/iu

const consequence =
  /,\s(?:so|which (?:means|matters|helps|adds up|is why)|sodass|so dass|donc|así que)\s(?!that\s|far\s|much\s|many\s)([^,;:]{1,200})$/iu

/** Words before a company which show that the sentence is about the brand. */
const ofBrand =
  /(?<!\p{L})(?:we|our|us|wir|unser(?:e[nmrs]?)?|nous|notre|nos|nosotros|nuestr[oa]s?)(?!\p{L})/iu
const year = /^(?:19|20)\d\d$/

/** Whether a name that may be an ordinary word means a company: "Slack exports", not "Linear growth". */
const isMeant = ({ name, isOrdinary, before, after }: KnownCompany) =>
  !isOrdinary ||
  isSubjectAt(after, 0) ||
  /\p{L}/u.test(before) ||
  (platforms.has(name.toLowerCase()) && name !== 'Linear')

/** Whether a cell of a table is the name of a well-known company alone. */
const isKnownCompany = (text: string) =>
  knownCompaniesIn(text).some(({ before, after }) => !/\p{L}/u.test(before + after))

const strangerKey = 'stranger:'

/** A heading, a name alone or the line before a list, with the companies that it names. */
type Title = { level: number; about: Subject[]; isStrict: boolean; question: string | null }
/** The companies that the last sentence with names is about, and whether a pronoun still refers to them. */
type Referent = { about: Subject[]; isOwn: boolean; distance: number; isNear: boolean }
const nobody: Referent = { about: [], isOwn: false, distance: 0, isNear: false }

/** The sources must contain this share of the words of a list item below a title. */
const leastShareOfItem = 1 / 3
/** And this share of a recommendation, which is about the reader's needs as well. */
const leastShareOfAdvice = 1 / 3
const longestTitle = 80

/** Words before a company that is compared with another, or left for it. */
const besides =
  /(?<!\p{L})(?:from|to|into|against|than|vs\.?|versus|instead of|besides|von|zu|statt|gegen|depuis|vers|desde|hacia|a|à)\s+(?:[\p{L}]+\s)?$/iu

/** Years and numbers in front of headings, which claim nothing. */
const yearOrStep = /^\s*\d{1,2}[.)]\s|(?<!\d)(?:19|20)\d\d(?!\d)/g

/** Whether a sentence introduces a list or a table. */
const leadsIn = (sentence: string) => /[:：][^\p{L}\p{N}]{0,9}$/u.test(sentence)

const lowerWords = (text: string) => text.match(/(?<![\p{L}\p{N}])\p{Ll}[\p{L}\p{M}]*/gu) ?? []

/** Whether a heading, an item or a paragraph is so short that it may be a name alone. */
const mayBeName = ({ text, kind, isFirst }: Statement) =>
  isFirst &&
  (kind === 'heading' || kind === 'item' || kind === 'sentence') &&
  /^[^\p{L}\p{N}]{0,3}\p{Lu}[\p{L}\p{N}.'’-]*(?: \p{Lu}[\p{L}\p{N}.'’-]*){0,2}\s?:?$/u.test(text)

const seam =
  /([,;:]|\s-\s|(?<!\p{L})(?:and|but|while|whereas|und|aber|während|et|mais|tandis|y|pero|mientras|e|mas|ma|mentre|en|maar|terwijl|и|но)(?!\p{L}))/iu

type Naming = (text: string) => boolean

/** A statement cut where its clauses turn to somebody else; a clause that ends in a name leads up to the next one. */
function partsOf(statement: string, isNamed: Naming, endsInName: Naming): string[] {
  const parts: { clauses: string[]; isNamed: boolean; endsInName: boolean }[] = []
  for (const clause of statement.split(seam)) {
    const last = parts.at(-1)
    const named = isNamed(clause)
    const ends = named && endsInName(clause)
    if (last === undefined || (named && last.isNamed && !last.endsInName))
      parts.push({ clauses: [clause], isNamed: named, endsInName: ends })
    else {
      last.clauses.push(clause)
      last.isNamed ||= named
      if (/\p{L}/u.test(clause)) last.endsInName = ends
    }
  }
  return parts.length > 1 ? parts.map(({ clauses }) => withoutSeams(clauses.join(''))) : [statement]
}

const outerSeams = new RegExp(`^(?:\\s|${seam.source})+|(?:\\s|${seam.source})+$`, 'giu')
const withoutSeams = (part: string) => part.replace(outerSeams, '')
