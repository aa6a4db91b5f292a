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

/** What an article has to be: everything but what the draft itself decides. */
export type Standard = Omit<Plan, 'category' | 'audience'> & {
  rivals: Subject[]
  /** Every page that it knows of; where they are too few, it links to none. */
  known: ReadonlySet<string>
}

/** An article that can be saved once it has no faults. */
export type Written = {
  title: string
  markdown: string
  /** How many words of it a model wrote: the headings are those of the brief. */
  words: number
  recommendations: string | null
} & Wording

/** The writer's words for the brand's category and audience. */
export type Wording = Pick<Plan, 'category' | 'audience'>

export type Verdict = { faults: TextFault[]; result: Written }

const maxRecommendations = 2_000

/** What the article of a brief is held against, whoever wrote it. */
export function standardOf(material: Material, evidence: Evidence, today: Date): Standard {
  const { document, own, rivals, voice, links } = material
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
  const companies = createMatcher([own, ...rivals])
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
    rivals,
    claims: createClaimCheck({
      ...{ own, others: rivals, language },
      sources: quotedIn(material),
      ownSources: toldIn(material),
      topic: material.topic ?? targetPrompt,
    }),
    // The brief as the model reads it has headings, goals and ids, which are no source. Nor is its topic, except for
    // figures that only repeat the question.
    evidence: {
      ...evidence,
      data: [...quotedIn(material), ...toldIn(material)].join('\n'),
      known: [voice?.companyDescription, voice?.audience, frame.updated].filter(Boolean).join('\n'),
      asked: {
        question: material.topic ?? '',
        namesCompany: (text) => companies.find(text).length > 0,
      },
    },
  }
}

/**
 * What supports the statements of an article about anybody: claims of the brief, which were checked when it was planned
 * or written by a user, with their quotations. Not its headings, goals and questions.
 */
const quotedIn = ({ claims }: Material): string[] => [
  ...claims.map(({ claim }) => claim),
  ...claims.flatMap(({ quotations }) => quotations.map(({ quotation }) => quotation)),
]

/** What supports the statements of an article about the brand alone: its facts and pages. */
const toldIn = ({ facts = [], pages }: Material): string[] => [
  ...facts.map(({ text }) => text),
  ...pages.map(({ title, text }) => [title, text].filter(Boolean).join('\n\n')),
]

/** Lays a draft out and holds it against its rules (contract geo 10: Article rules). */
export function judgeDraft(draft: Draft, standard: Standard): Verdict {
  const { frame, known, rivals } = standard
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
        .map((address) =>
          blocking('links', `It links to ${address}, which is none of the pages it may link to.`, address),
        ),
      ...inventedRivals(draft, rivals, standard),
      ...checkArticle(readArticle(markdown, frame), { ...standard, ...wording }),
    ],
    result: {
      ...{ title, markdown, ...wording },
      words: countWords(plainText([draft.answer, ...draft.sections.map((each) => each.markdown)].join('\n'))),
      recommendations: readRecommendations(draft, standard),
    },
  }
}

function checkTitle(title: string, { evidence, claims }: Standard): TextFault[] {
  return [
    ...[...titleFaults(title, []), ...faultsOf(title, evidence)].map((message) => blocking('title', message)),
    ...(findPlaceholder(title) === null
      ? []
      : [blocking('title', 'The title holds what a template left behind.', title)]),
    ...unsupportedClaims(claims.inLine(title)),
  ]
}

/** The faults of an article as it is stored, after edits too. */
export const checkStored = (
  { title, markdown }: CheckedText,
  standard: Standard,
  wording: Wording,
): TextFault[] => [
  ...checkTitle(title, standard),
  ...checkArticle(readArticle(markdown, standard.frame), { ...standard, ...wording }),
]

/** What is wrong with an article after another pass over it. */
export function judgeAgain(
  said: string,
  { category, audience }: Wording,
  standard: Standard,
): { markdown: string; faults: TextFault[] } {
  const markdown = toOwnMarkdown(withoutThoughts(said), standard)
  const plan = { ...standard, category, audience }
  return { markdown, faults: checkArticle(readArticle(markdown, standard.frame), plan) }
}

/** Without HTML, pictures and links to anywhere else; dashes become hyphens. */
const toOwnMarkdown = (markdown: string, { links }: Standard) =>
  rebuildMarkdown(markdown, { resolve: (href) => (links.has(href) ? href : null) })

/** Names that the model itself tells as competitors, of whom nobody has ever heard. */
function inventedRivals({ competitors }: Draft, rivals: Subject[], { namesBrand }: Standard): TextFault[] {
  const known = createMatcher(rivals)
  const invented = (competitors ?? [])
    .map(withoutMarks)
    .filter((name) => name !== '' && known.find(name).length === 0 && !namesBrand(name))
  return [...new Set(invented)]
    .slice(0, 3)
    .map((name) =>
      blocking('claims-about-others', `It names ${name}, of which the brief says nothing.`, name),
    )
}

function readRecommendations({ recommendations }: Draft, standard: Standard): string | null {
  const said = withoutThoughts(recommendations ?? '', maxRecommendations)
  const rebuilt = toOwnMarkdown(said, standard).trim()
  const { evidence, claims } = standard
  const isUsable =
    rebuilt !== '' && faultsOf(rebuilt, evidence).length === 0 && claims.inMarkdown(rebuilt).length === 0
  return isUsable ? rebuilt : null
}

/** How the reason begins why an article was not written; what is wrong with it follows. */
export const notWritten = 'The model did not write an article that can be used.'
