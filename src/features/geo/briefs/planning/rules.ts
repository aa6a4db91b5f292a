import { createMatcher, type Matcher } from '../../../../mentions/matcher.ts'
import { plainLine, shorten } from '../../../../text/line.ts'
import { faultsOf, withoutMarks } from '../../../../writer/evidence.ts'
import { isInLanguage } from '../../../../writer/language.ts'
import type { Instructions } from '../../../../writer/voice.ts'
import { fold } from '../../competitors/rules.ts'
import type { Bearing } from '../bearing/rules.ts'
import { fewestSections, most } from '../model.ts'
import { findRepeatedHeading, foldHeading } from '../rules.ts'
import {
  type BriefDocument,
  contentSubtypes,
  type PlanRequest,
  type Evidence as StoredEvidence,
} from '../table.ts'
import type { Material } from './material/model.ts'

/** What an answer of a planner is held against. */
export type Rules = {
  request: PlanRequest
  material: Material
  instructions: Instructions
  /** The data that the planner was given. */
  data: string
  /** Finds competitors by their names, tracked or discovered: everybody whom claims may not be invented about. */
  rivals: Matcher
  bear: Bearing
  /** What the answers of the evidence say, by the ids that they are stored under. */
  texts: Map<string, string>
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
  const targetPrompt = request.sourceId !== null && request.sourceKind !== 'manual' ? request.topic : null
  const title = readText(answer.workingTitle)
  if (title.length > most.title && !isLast)
    faults.push(`workingTitle has more than ${most.title} characters.`)
  const chosen = request.contentSubtype ?? contentSubtypes.find((each) => each === answer.contentSubtype)
  if (!chosen) faults.push(`contentSubtype is none of ${contentSubtypes.join(', ')}.`)
  const { sections, claims } = readSections(answer, rules, isLast, faults)
  const document: BriefDocument = {
    targetPrompt: targetPrompt ?? shorten(readText(answer.targetPrompt) || request.topic, most.sentence),
    intent: required('intent', most.paragraph),
    contentSubtype: chosen ?? 'guide',
    workingTitle: required('workingTitle', most.title),
    audience: required('audience', most.paragraph),
    jobToBeDone: required('jobToBeDone', most.paragraph),
    sections,
    questionsToAnswer: readTexts(answer.questionsToAnswer, most.questions),
    internalLinks: readLinks(answer.internalLinks, rules),
    acceptanceChecklist: readTexts(answer.acceptanceChecklist, most.checks),
    ...optionalParts(answer, material),
    baseline: material.baseline,
  }
  const prose = proseOf(document)
  const language = material.voice?.language ?? 'English'
  if (!isInLanguage(prose, language)) faults.push(`It is not written in ${language}.`)
  // Held against itself, since nothing else than its instructions is looked for.
  if (faultsOf(prose, { ...rules.instructions, data: prose }).length > 0)
    faults.push('It repeats its instructions.')
  return { faults, document, evidence: { claims } }
}

function optionalParts(answer: Record<string, unknown>, { competitors, evidence }: Material) {
  const angle = shorten(readText(answer.recommendedAngle), most.paragraph)
  const known = new Map(
    [...competitors, ...evidence.flatMap(({ names }) => names)].map((name) => [fold(name), name]),
  )
  const named = readTexts(answer.competitorsToCounter, Number.POSITIVE_INFINITY)
  const cited = new Set(evidence.flatMap(({ sources }) => sources))
  return {
    ...(angle && { recommendedAngle: angle }),
    competitorsToCounter: unique(named.flatMap((name) => known.get(fold(name)) ?? [])).slice(
      0,
      most.competitors,
    ),
    sourcesToReference: unique(readUrls(answer.sourcesToReference).filter((url) => cited.has(url))).slice(
      0,
      most.sources,
    ),
    missingCoverage: readTexts(answer.missingCoverage, most.questions),
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
  if (own.length < fewestSections || (own.length > most.sections && !isLast))
    faults.push(`sections holds ${own.length} sections instead of ${fewestSections} to ${most.sections}.`)
  const claims: StoredEvidence['claims'] = []
  const unborne: string[] = []
  const said = new Set<string>()
  const sections = own.slice(0, most.sections).map(({ heading, goal, claims: given }): Section => {
    const readable = given.flatMap((claim) => readClaim(claim, rules, invented, unborne) ?? [])
    // An article says nothing twice.
    const made = readable.filter(({ claim }) => !said.has(claim) && said.add(claim)).slice(0, most.claims)
    claims.push(...made.filter(({ answers }) => answers.length > 0))
    return { heading, goal, claims: made.map(({ claim }) => claim) }
  })
  if (!isLast)
    for (const claim of unborne.slice(0, mostToldUnborne))
      faults.push(`No answer that it names bears the claim "${shorten(claim, longestTold)}".`)
  return { sections, claims }
}

/** Finds names that a planner tells as competitors and nobody has ever heard of. */
function inventedNames(answer: Record<string, unknown>, { rivals }: Rules): Matcher {
  const names = readTexts(answer.competitorsToCounter, most.competitors)
  const unknown = names.filter((name) => rivals.find(name).length === 0)
  return createMatcher(unknown.map((name) => ({ key: name, name, terms: [name], hosts: [] })))
}

const mostToldUnborne = 8
const longestTold = 120

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
  if (claim === '' || faultsOf(claim, { ...rules.instructions, data: rules.data }).length > 0) return null
  const ids = new Set(Array.isArray(answers) ? answers : [])
  const named = rules.material.evidence.filter(({ id }) => ids.has(id))
  if (ids.size > 0 && named.length === 0) return null
  const quotations = named.flatMap(({ checkId: answer }) => {
    const quotation = rules.bear(claim, rules.texts.get(answer) ?? '')
    return quotation === null ? [] : [{ answer, quotation }]
  })
  if (quotations.length === 0 && rules.rivals.find(claim).length > 0) {
    unborne.push(claim)
    return null
  }
  return { claim, answers: quotations.map(({ answer }) => answer), quotations }
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
