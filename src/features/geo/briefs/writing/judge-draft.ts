import { outgoing, plainText, rebuildMarkdown } from '../../../../markdown/rebuild.ts'
import { createMatcher } from '../../../../mentions/matcher.ts'
import type { Subject } from '../../../../mentions/subject.ts'
import { countWords } from '../../../../text/line.ts'
import { createClaimCheck } from '../../../../writer/claims-about-others.ts'
import {
  type Evidence,
  faultsOf,
  titleFaults,
  withoutMarks,
  withoutThoughts,
} from '../../../../writer/evidence.ts'
import { decisionHeading, questionsHeading, standardLanguage, updatedIn } from '../../../../writer/phrases.ts'
import { blocking, type CheckedText, type TextFault } from '../../../posts/text-fault.ts'
import type { Draft, Frame } from './article.ts'
import { layOut, readArticle } from './article.ts'
import { checkArticle, minLinks, type Plan, unsupportedClaims } from './article-checks.ts'
import type { Material } from './article-material.ts'
import { findPlaceholder } from './placeholders.ts'

/** The requirements for an article, without those that the draft itself sets. */
export type ArticleRequirements = Omit<Plan, 'category' | 'audience'> & {
  others: Subject[]
  /** All pages in the brief's link list, also if they are too few to link to. */
  known: ReadonlySet<string>
}

/** An article that can be saved if it has no faults. */
export type CheckedArticle = {
  title: string
  markdown: string
  /** The number of words that a model wrote. Headings are not counted: they are from the brief. */
  words: number
  recommendations: string | null
} & Wording

/** The writer's words for the brand's category and audience. */
export type Wording = Pick<Plan, 'category' | 'audience'>

export type Verdict = { faults: TextFault[]; result: CheckedArticle }

const maxRecommendations = 2_000

/** Returns what the article of a brief is checked against. */
export function standardOf(material: Material, evidence: Evidence, today: Date): ArticleRequirements {
  const { document, own, rivals: others, voice, links } = material
  const language = voice?.language ?? standardLanguage
  const { targetPrompt, workingTitle, sections, questionsToAnswer } = document
  const frame: Frame = {
    sections: sections.map(({ heading }) => heading),
    questions: questionsToAnswer,
    decisionHeading: decisionHeading(language),
    questionsHeading: questionsHeading(language),
    updated: updatedIn(language, today),
  }
  const known = new Set(links.map(({ url }) => url))
  const brand = createMatcher([own])
  const companies = createMatcher([own, ...others])
  return {
    frame,
    subtype: document.contentSubtype,
    question: targetPrompt,
    title: workingTitle,
    language,
    namesBrand: (text) => brand.find(text).length > 0,
    required: material.claims.map(({ claim }) => claim),
    known,
    links: known.size < minLinks ? new Set() : known,
    others,
    claims: createClaimCheck({
      ...{ own, others, language },
      sources: claimSourcesIn(material),
      ownSources: ownSourcesIn(material),
      topic: material.topic ?? targetPrompt,
    }),
    // The headings, goals and ids of the brief are no source. Nor is its topic, except for figures that only
    // repeat the question.
    evidence: {
      ...evidence,
      data: [...claimSourcesIn(material), ...ownSourcesIn(material)].join('\n'),
      known: [voice?.companyDescription, voice?.audience, frame.updated].filter(Boolean).join('\n'),
      asked: {
        question: material.topic ?? '',
        namesCompany: (text) => companies.find(text).length > 0,
      },
    },
  }
}

/**
 * Returns the sources for statements about any company: the claims of the brief with their quotations. Claims
 * were checked during planning or written by a user. Headings, goals and questions are no source.
 */
const claimSourcesIn = ({ claims }: Material): string[] => [
  ...claims.map(({ claim }) => claim),
  ...claims.flatMap(({ quotations }) => quotations.map(({ quotation }) => quotation)),
]

/** Returns the sources for statements about the brand alone: its facts and pages. */
const ownSourcesIn = ({ facts = [], pages }: Material): string[] => [
  ...facts.map(({ text }) => text),
  ...pages.map(({ title, text }) => [title, text].filter(Boolean).join('\n\n')),
]

/** Lays a draft out and checks it against the article rules (contract geo 10: Article rules). */
export function judgeDraft(draft: Draft, standard: ArticleRequirements): Verdict {
  const { frame, known, others } = standard
  const laid = layOut(draft, frame)
  const markdown = toOwnMarkdown(laid.markdown, standard)
  const wording: Wording = {
    category: withoutMarks(draft.category ?? ''),
    audience: withoutMarks(draft.audience ?? ''),
  }
  const title = withoutMarks(draft.title ?? '')
  const foreign = outgoing(laid.markdown).addresses.filter((address) => !known.has(address))
  return {
    faults: [
      ...checkTitle(title, standard),
      ...laid.faults,
      ...foreign
        .slice(0, 3)
        .map((address) => blocking('links', `The article may not link to ${address}.`, address)),
      ...inventedCompetitors(draft, others, standard),
      ...checkArticle(readArticle(markdown, frame), { ...standard, ...wording }),
    ],
    result: {
      ...{ title, markdown, ...wording },
      words: countWords(plainText([draft.answer, ...draft.sections.map((each) => each.markdown)].join('\n'))),
      recommendations: readRecommendations(draft, standard),
    },
  }
}

function checkTitle(title: string, { evidence, claims }: ArticleRequirements): TextFault[] {
  return [
    ...[...titleFaults(title, []), ...faultsOf(title, evidence)].map((message) => blocking('title', message)),
    ...(findPlaceholder(title) === null
      ? []
      : [blocking('title', 'The title contains a template placeholder.', title)]),
    ...unsupportedClaims(claims.inLine(title)),
  ]
}

/** Checks a stored article, also after edits. */
export const checkStored = (
  { title, markdown }: CheckedText,
  standard: ArticleRequirements,
  wording: Wording,
): TextFault[] => [
  ...checkTitle(title, standard),
  ...checkArticle(readArticle(markdown, standard.frame), { ...standard, ...wording }),
]

/** Checks an article after the style pass. */
export function judgeAgain(
  said: string,
  { category, audience }: Wording,
  standard: ArticleRequirements,
): { markdown: string; faults: TextFault[] } {
  const markdown = toOwnMarkdown(withoutThoughts(said), standard)
  const plan = { ...standard, category, audience }
  return { markdown, faults: checkArticle(readArticle(markdown, standard.frame), plan) }
}

/** Removes HTML, pictures and links to other sites, and replaces dashes by hyphens. */
const toOwnMarkdown = (markdown: string, { links }: ArticleRequirements) =>
  rebuildMarkdown(markdown, { resolve: (href) => (links.has(href) ? href : null) })

/** Names that the model itself lists as competitors and that are in no source. */
function inventedCompetitors(
  { competitors }: Draft,
  others: Subject[],
  { namesBrand }: ArticleRequirements,
): TextFault[] {
  const known = createMatcher(others)
  const invented = (competitors ?? [])
    .map(withoutMarks)
    .filter((name) => name !== '' && known.find(name).length === 0 && !namesBrand(name))
  return [...new Set(invented)]
    .slice(0, 3)
    .map((name) =>
      blocking('claims-about-others', `The text names ${name}, which is not in the brief.`, name),
    )
}

function readRecommendations({ recommendations }: Draft, standard: ArticleRequirements): string | null {
  const said = withoutThoughts(recommendations ?? '', maxRecommendations)
  const rebuilt = toOwnMarkdown(said, standard).trim()
  const { evidence, claims } = standard
  const isUsable =
    rebuilt !== '' && faultsOf(rebuilt, evidence).length === 0 && claims.inMarkdown(rebuilt).length === 0
  return isUsable ? rebuilt : null
}

/** The first sentence of the reason why an article was not written. The faults follow. */
export const notWritten = 'The model did not write an article that can be used.'
