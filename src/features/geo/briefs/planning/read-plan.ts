import { createMatcher, type Matcher } from '../../../../mentions/matcher.ts'
import { toNameKey } from '../../../../mentions/name-key.ts'
import { plainLine, shorten } from '../../../../text/line.ts'
import type { FindQuotation } from '../../../../writer/claim-support.ts'
import type { ClaimCheck } from '../../../../writer/claims-about-others.ts'
import {
  type Evidence,
  faultsOf,
  injectedIn,
  repeatsInstructions,
  repetition,
  withoutMarks,
} from '../../../../writer/evidence.ts'
import { isInLanguage } from '../../../../writer/language.ts'
import { type DetailCheck, messageOf } from '../../../../writer/unsourced-details.ts'
import type { Instructions } from '../../../../writer/voice.ts'
import { findSupportingFacts } from '../fact-citations.ts'
import { minSections, most } from '../model.ts'
import { findRepeatedHeading, foldHeading } from '../rules.ts'
import {
  type BriefDocument,
  contentSubtypes,
  type PlanRequest,
  type Evidence as StoredEvidence,
} from '../table.ts'
import type { Material } from './material.ts'

/** What a planner's answer is checked against. */
export type Rules = {
  request: PlanRequest
  material: Material
  instructions: Instructions
  /** The data in the prompt of the planner, and other sources of figures. */
  evidence: Evidence
  /** Finds tracked and discovered competitors by name. Claims about them need evidence. */
  competitors: Matcher
  findQuotation: FindQuotation
  /** The texts of the answers in the evidence, by the ids under which they are stored. */
  texts: Map<string, string>
  /**
   * Creates the check for statements about others. These texts are sources in addition to the brand's own.
   */
  checkClaims(sources: string[]): ClaimCheck
  /** Creates the check for figures and other details, with the same sources. */
  checkDetails(sources: string[]): DetailCheck
}

export type Verdict = { faults: string[]; document: BriefDocument; evidence: StoredEvidence }

/**
 * Parses a brief from a planner's answer. Foreign links, and names and claims without evidence, are removed;
 * a violation that removal cannot correct is a fault. From the last answer, everything usable is accepted
 * (contract geo 10: Planner rules).
 */
export function readAnswer(answer: Record<string, unknown>, rules: Rules, isLast: boolean): Verdict {
  const { request, material } = rules
  const faults: string[] = []
  const required = (name: string, length: number) => {
    const text = shorten(withoutMarks(readText(answer[name])), length)
    if (text === '') faults.push(`${name} is missing.`)
    return text
  }
  const fair = (text: string, isFair = statements.isFair) => {
    if (!isFair(text) && isLast) faults.push(...statements.faults)
    return text
  }
  const targetPrompt = request.sourceId !== null && request.sourceKind !== 'manual' ? request.topic : null
  const title = readText(answer.workingTitle)
  if (title.length > most.title && !isLast)
    faults.push(`workingTitle has more than ${most.title} characters.`)
  const chosen = request.contentSubtype ?? contentSubtypes.find((each) => each === answer.contentSubtype)
  if (!chosen) faults.push(`contentSubtype is none of ${contentSubtypes.join(', ')}.`)
  const { sections: planned, claims } = readSections(answer, rules, isLast, faults)
  const statements = createStatements(rules, planned, claims)
  const sections = planned.filter(
    ({ heading, goal }) => statements.isSound(heading) && statements.isFair(goal),
  )
  if (isLast && sections.length < Math.min(planned.length, minSections)) faults.push(...statements.faults)
  const document: BriefDocument = {
    targetPrompt: targetPrompt ?? readTargetPrompt(answer, request.topic, statements),
    intent: fair(required('intent', most.paragraph)),
    contentSubtype: chosen ?? 'guide',
    workingTitle: fair(required('workingTitle', most.title), statements.isSound),
    audience: fair(required('audience', most.paragraph)),
    jobToBeDone: fair(required('jobToBeDone', most.paragraph)),
    sections,
    questionsToAnswer: readTexts(answer.questionsToAnswer, most.questions).filter(statements.isSound),
    internalLinks: readLinks(answer.internalLinks, rules).filter(
      ({ anchor, why }) => statements.isFair(anchor) && statements.isFair(why),
    ),
    acceptanceChecklist: readTexts(answer.acceptanceChecklist, most.checks).filter(statements.isFair),
    ...optionalParts(answer, material, statements),
    baseline: material.baseline,
  }
  if (!isLast) faults.push(...statements.faults)
  const prose = proseOf(document)
  const language = material.voice?.language ?? 'English'
  // Other faults may only be due to the language.
  if (!isInLanguage(prose, language)) faults.unshift(`The text is not written in ${language}.`)
  if (repeatsInstructions(prose, rules.instructions)) faults.push(repetition)
  faults.push(...injectedIn(prose))
  const kept = new Set(sections.flatMap((section) => section.claims))
  return {
    faults: [...new Set(faults)],
    document,
    evidence: { claims: claims.filter(({ claim }) => kept.has(claim)) },
  }
}

type Statements = {
  /** Whether a text has no unsupported statements about others. */
  isFair(text: string): boolean
  /**
   * Like `isFair`, for a text that will be in the article: it has no unsourced figures or other details
   * either.
   */
  isSound(text: string): boolean
  faults: string[]
}

/**
 * Checks the planner's own text, which is never a source. Statements about others need the accepted claims
 * with their quotations, or the brand's own facts. Collects the faults.
 */
function createStatements(rules: Rules, sections: Section[], claims: StoredEvidence['claims']): Statements {
  const sources = [
    ...sections.flatMap((section) => section.claims),
    ...claims.flatMap(({ quotations = [] }) => quotations.map(({ quotation }) => quotation)),
  ]
  const check = rules.checkClaims(sources)
  const findDetails = rules.checkDetails(sources)
  const faults: string[] = []
  const accept = (messages: string[]) => {
    for (const message of messages)
      if (!faults.includes(message) && faults.length < maxListed) faults.push(message)
    return messages.length === 0
  }
  const claimsIn = (text: string) => check.inLine(text).map(({ message }) => message)
  return {
    faults,
    isFair: (text) => accept(claimsIn(text)),
    isSound: (text) => accept([...claimsIn(text), ...findDetails(text).map(messageOf)]),
  }
}

function readTargetPrompt(answer: Record<string, unknown>, topic: string, { isFair }: Statements): string {
  const asked = readText(answer.targetPrompt)
  return shorten(asked !== '' && isFair(asked) ? asked : topic, most.sentence)
}

function optionalParts(
  answer: Record<string, unknown>,
  { competitors, evidence }: Material,
  { isFair }: Statements,
) {
  const angle = shorten(readText(answer.recommendedAngle), most.paragraph)
  const known = new Map(
    [...competitors, ...evidence.flatMap(({ names }) => names)].map((name) => [toNameKey(name), name]),
  )
  const named = readTexts(answer.competitorsToCounter, Number.POSITIVE_INFINITY)
  const cited = new Set(evidence.flatMap(({ sources }) => sources))
  return {
    ...(angle && isFair(angle) && { recommendedAngle: angle }),
    competitorsToCounter: unique(named.flatMap((name) => known.get(toNameKey(name)) ?? [])).slice(
      0,
      most.competitors,
    ),
    sourcesToReference: unique(readUrls(answer.sourcesToReference).filter((url) => cited.has(url))).slice(
      0,
      most.sources,
    ),
    missingCoverage: readTexts(answer.missingCoverage, most.questions).filter(isFair),
  }
}

type Section = BriefDocument['sections'][number]

/** Parses the sections of an answer, their accepted claims, and the evidence of these claims. */
function readSections(answer: Record<string, unknown>, rules: Rules, isLast: boolean, faults: string[]) {
  const invented = inventedNames(answer, rules)
  const read = readList(answer.sections).map((each) => ({
    heading: shorten(readText(each.heading), most.title),
    goal: shorten(readText(each.goal), most.paragraph),
    claims: Array.isArray(each.claims) ? each.claims : [],
  }))
  const whole = read.filter(({ heading, goal }) => heading !== '' && goal !== '')
  const own = [
    ...new Map(whole.toReversed().map((each) => [foldHeading(each.heading), each])).values(),
  ].toReversed()
  if (!isLast) {
    const repeated = findRepeatedHeading(whole)
    if (whole.length < read.length) faults.push('A section has no heading or no goal.')
    if (repeated !== null) faults.push(`Two sections have the heading "${repeated}".`)
  }
  if (own.length < minSections || (own.length > most.sections && !isLast))
    faults.push(`The plan has ${own.length} sections instead of ${minSections} to ${most.sections}.`)
  const claims: StoredEvidence['claims'] = []
  const unsupported: string[] = []
  const said = new Set<string>()
  const sections = own.slice(0, most.sections).map(({ heading, goal, claims: given }): Section => {
    const readable = given.flatMap((claim) => readClaim(claim, rules, invented, unsupported) ?? [])
    // Each claim appears once in an article.
    const made = readable.filter(({ claim }) => !said.has(claim) && said.add(claim)).slice(0, most.claims)
    claims.push(...made.filter(({ answers, facts = [] }) => answers.length + facts.length > 0))
    return { heading, goal, claims: made.map(({ claim }) => claim) }
  })
  if (!isLast)
    for (const claim of unsupported.slice(0, maxListed))
      faults.push(`None of the cited answers supports the claim "${shorten(claim, maxQuoted)}".`)
  return { sections, claims }
}

/** Finds names that the planner lists as competitors and that occur in no source. */
function inventedNames(answer: Record<string, unknown>, { competitors }: Rules): Matcher {
  const names = readTexts(answer.competitorsToCounter, most.competitors)
  const unknown = names.filter((name) => competitors.find(name).length === 0)
  return createMatcher(unknown.map((name) => ({ key: name, name, terms: [name], hosts: [] })))
}

const maxListed = 8
const maxQuoted = 120

/**
 * Returns a claim with the stored answers that support it. Null if it says something about a competitor that
 * no cited answer supports, cites answers that do not exist, or has a figure without a source.
 */
function readClaim(
  value: unknown,
  rules: Rules,
  invented: Matcher,
  unsupported: string[],
): StoredEvidence['claims'][number] | null {
  const { text, answers = [] } = isObject(value) ? value : { text: value }
  const claim = shorten(readText(text), most.claim)
  if (invented.find(claim).length > 0) return null
  if (claim === '') return null
  const ids = new Set(Array.isArray(answers) ? answers : [])
  const named = rules.material.evidence.filter(({ id }) => ids.has(id))
  if (ids.size > 0 && named.length === 0) return null
  const quotations = named.flatMap(({ checkId: answer }) => {
    const quotation = rules.findQuotation(claim, rules.texts.get(answer) ?? '')
    return quotation === null ? [] : [{ answer, quotation }]
  })
  const isAboutOthers = () =>
    rules.competitors.find(claim).length > 0 || rules.checkClaims([]).inLine(claim).length > 0
  if (quotations.length === 0 && isAboutOthers()) {
    unsupported.push(claim)
    return null
  }
  if (faultsOf(claim, rules.evidence).length > 0) return null
  const facts = findSupportingFacts(claim, rules.material.facts ?? [])
  const answered = { claim, answers: quotations.map(({ answer }) => answer), quotations }
  return facts.length === 0 ? answered : { ...answered, facts }
}

/** Reads links to existing pages of the brand, each once, without the page that the article refreshes. */
function readLinks(value: unknown, { request, material }: Rules): BriefDocument['internalLinks'] {
  const pages = new Set(material.pages.map(({ url }) => url))
  const links = readList(value).flatMap(({ url, anchor, why }) => {
    const link = {
      url: typeof url === 'string' ? url.trim() : '',
      anchor: shorten(readText(anchor), most.title),
      why: shorten(readText(why), most.sentence),
    }
    const isKnown = pages.has(link.url) && link.url !== request.existingPageUrl
    return isKnown && link.anchor !== '' && link.why !== '' ? [link] : []
  })
  return [...new Map(links.toReversed().map((each) => [each.url, each])).values()]
    .toReversed()
    .slice(0, most.links)
}

/** The prose of a document, used to detect its language. */
function proseOf(document: BriefDocument): string {
  const { intent, workingTitle, audience, jobToBeDone, sections, questionsToAnswer, acceptanceChecklist } =
    document
  return [
    ...[workingTitle, intent, audience, jobToBeDone],
    ...sections.flatMap(({ heading, goal, claims }) => [heading, goal, ...claims]),
    ...questionsToAnswer,
    ...acceptanceChecklist,
  ].join('\n')
}

const readText = (value: unknown) => (typeof value === 'string' ? plainLine(value.slice(0, 4000)) : '')

const readList = (value: unknown) => (Array.isArray(value) ? value.filter(isObject) : [])

const readTexts = (value: unknown, count: number) =>
  unique(
    (Array.isArray(value) ? value : []).map((each) => shorten(readText(each), most.sentence)).filter(Boolean),
  ).slice(0, count)

const readUrls = (value: unknown) =>
  (Array.isArray(value) ? value : []).filter((each): each is string => typeof each === 'string')

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const unique = (texts: string[]) => [...new Set(texts)]
