import { createMatcher, type Matcher } from '../../../../mentions/matcher.ts'
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
import { fold } from '../../competitors/rules.ts'
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

/** What an answer of a planner is held against. */
export type Rules = {
  request: PlanRequest
  material: Material
  instructions: Instructions
  /** The data that the planner was given, and what else its figures may be from. */
  evidence: Evidence
  /** Finds competitors by their names, tracked or discovered: everybody whom claims may not be invented about. */
  rivals: Matcher
  bear: FindQuotation
  /** What the answers of the evidence say, by the ids that they are stored under. */
  texts: Map<string, string>
  /** Makes the check of statements about others, with these texts as sources besides the brand's own. */
  checkClaims(sources: string[]): ClaimCheck
  /** Makes the check of figures and other details, likewise. */
  checkDetails(sources: string[]): DetailCheck
}

export type Verdict = { faults: string[]; document: BriefDocument; evidence: StoredEvidence }

/**
 * Reads a brief out of a planner's answer: foreign links, names and claims without evidence go; what breaks a rule that
 * cannot be mended is a fault. Of the last answer whatever can be kept is (contract geo 10: Planner rules).
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
    if (!isFair(text) && isLast) faults.push(...statements.told)
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
  if (isLast && sections.length < Math.min(planned.length, minSections)) faults.push(...statements.told)
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
  if (!isLast) faults.push(...statements.told)
  const prose = proseOf(document)
  const language = material.voice?.language ?? 'English'
  // Other faults may only be due to the language.
  if (!isInLanguage(prose, language)) faults.unshift(`It is not written in ${language}.`)
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
  /** Whether a text says nothing unsupported about others. */
  isFair(text: string): boolean
  /** Whether a text that will be in the article has no unsourced figures and the like either. */
  isSound(text: string): boolean
  told: string[]
}

/**
 * Tests what a planner itself writes, which is a source of nothing: statements about others are supported by the claims
 * that were kept, with their quotations, or by what the brand says. Collects what is wrong.
 */
function createStatements(rules: Rules, sections: Section[], claims: StoredEvidence['claims']): Statements {
  const sources = [
    ...sections.flatMap((section) => section.claims),
    ...claims.flatMap(({ quotations = [] }) => quotations.map(({ quotation }) => quotation)),
  ]
  const check = rules.checkClaims(sources)
  const findDetails = rules.checkDetails(sources)
  const told: string[] = []
  const accept = (messages: string[]) => {
    for (const message of messages)
      if (!told.includes(message) && told.length < maxToldUnborne) told.push(message)
    return messages.length === 0
  }
  const claimsIn = (text: string) => check.inLine(text).map(({ message }) => message)
  return {
    told,
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
    [...competitors, ...evidence.flatMap(({ names }) => names)].map((name) => [fold(name), name]),
  )
  const named = readTexts(answer.competitorsToCounter, Number.POSITIVE_INFINITY)
  const cited = new Set(evidence.flatMap(({ sources }) => sources))
  return {
    ...(angle && isFair(angle) && { recommendedAngle: angle }),
    competitorsToCounter: unique(named.flatMap((name) => known.get(fold(name)) ?? [])).slice(
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

/** The sections of an answer with the claims that may be made, and what those rest on. */
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
    faults.push(`sections holds ${own.length} sections instead of ${minSections} to ${most.sections}.`)
  const claims: StoredEvidence['claims'] = []
  const unborne: string[] = []
  const said = new Set<string>()
  const sections = own.slice(0, most.sections).map(({ heading, goal, claims: given }): Section => {
    const readable = given.flatMap((claim) => readClaim(claim, rules, invented, unborne) ?? [])
    // An article says nothing twice.
    const made = readable.filter(({ claim }) => !said.has(claim) && said.add(claim)).slice(0, most.claims)
    claims.push(...made.filter(({ answers, facts = [] }) => answers.length + facts.length > 0))
    return { heading, goal, claims: made.map(({ claim }) => claim) }
  })
  if (!isLast)
    for (const claim of unborne.slice(0, maxToldUnborne))
      faults.push(`No answer that it names bears the claim "${shorten(claim, maxTold)}".`)
  return { sections, claims }
}

/** Finds names that a planner tells as competitors and nobody has ever heard of. */
function inventedNames(answer: Record<string, unknown>, { rivals }: Rules): Matcher {
  const names = readTexts(answer.competitorsToCounter, most.competitors)
  const unknown = names.filter((name) => rivals.find(name).length === 0)
  return createMatcher(unknown.map((name) => ({ key: name, name, terms: [name], hosts: [] })))
}

const maxToldUnborne = 8
const maxTold = 120

/**
 * A claim with the stored answers that bear it; null where it says something of a competitor that none of those it names
 * bears, rests on answers that there are not, or gives a figure that nobody gave.
 */
function readClaim(
  value: unknown,
  rules: Rules,
  invented: Matcher,
  unborne: string[],
): StoredEvidence['claims'][number] | null {
  const { text, answers = [] } = isObject(value) ? value : { text: value }
  const claim = shorten(readText(text), most.claim)
  if (invented.find(claim).length > 0) return null
  if (claim === '') return null
  const ids = new Set(Array.isArray(answers) ? answers : [])
  const named = rules.material.evidence.filter(({ id }) => ids.has(id))
  if (ids.size > 0 && named.length === 0) return null
  const quotations = named.flatMap(({ checkId: answer }) => {
    const quotation = rules.bear(claim, rules.texts.get(answer) ?? '')
    return quotation === null ? [] : [{ answer, quotation }]
  })
  const isAboutOthers = () =>
    rules.rivals.find(claim).length > 0 || rules.checkClaims([]).inLine(claim).length > 0
  if (quotations.length === 0 && isAboutOthers()) {
    unborne.push(claim)
    return null
  }
  if (faultsOf(claim, rules.evidence).length > 0) return null
  const facts = findSupportingFacts(claim, rules.material.facts ?? [])
  const answered = { claim, answers: quotations.map(({ answer }) => answer), quotations }
  return facts.length === 0 ? answered : { ...answered, facts }
}

/** Links to pages of the brand that exist, each page once, and never to the one that is refreshed. */
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

/** All that a reader of the brief would read, to tell its language by. */
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
