import { outgoing, rebuildMarkdown } from '../../../../markdown/rebuild.ts'
import { createMatcher } from '../../../../mentions/matcher.ts'
import type { Subject } from '../../../../mentions/subject.ts'
import {
  type Evidence,
  faultsOf,
  titleFaults,
  withoutMarks,
  withoutThoughts,
} from '../../../../writer/evidence.ts'
import { questionsHeading, standardLanguage, updatedIn } from '../../../../writer/phrases.ts'
import type { Draft, Frame } from './article/model.ts'
import { layOut, readArticle } from './article/rules.ts'
import { checkArticle, fewestLinks, type Plan } from './checks/rules.ts'
import type { Material } from './material/model.ts'
import { findResidue } from './residue/rules.ts'
import { createRivalCheck } from './rivals/rules.ts'

/** What an article has to be: everything but what the draft itself decides. */
export type Standard = Omit<Plan, 'category' | 'audience'> & {
  rivals: Subject[]
  /** Every page that it knows of; where they are too few, it links to none. */
  known: ReadonlySet<string>
}

/** An article that can be saved once it has no faults. */
export type Written = { title: string; markdown: string; recommendations: string | null; plan: Plan }
export type Verdict = { faults: string[]; result: Written }

const mostRecommendations = 2_000

/** What the article of a brief is held against, whoever wrote it. */
export function standardOf(material: Material, evidence: Evidence, today: Date): Standard {
  const { document, own, rivals, voice, claims, links } = material
  const language = voice?.language ?? standardLanguage
  const { targetPrompt, workingTitle, sections, questionsToAnswer } = document
  const frame: Frame = {
    sections: sections.map(({ heading }) => heading),
    questions: questionsToAnswer,
    questionsHeading: questionsHeading(language),
    updated: updatedIn(language, today),
  }
  const known = new Set(links.map(({ url }) => url))
  const brand = createMatcher([own])
  return {
    frame,
    subtype: document.contentSubtype,
    question: targetPrompt,
    title: workingTitle,
    language,
    namesBrand: (text) => brand.find(text).length > 0,
    known,
    links: known.size < fewestLinks ? new Set() : known,
    rivals,
    checkRivals: createRivalCheck(rivals, claims, {
      question: `${targetPrompt} ${workingTitle}`,
      headings: [...frame.sections, ...frame.questions],
      own,
    }),
    evidence,
    given: textsOf(material).join('\n'),
  }
}

/** Every text in a value, however deep. */
const textsOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsOf)
      : []

/** Lays a draft out and holds it against its rules (contract geo 10: Article rules). */
export function judgeDraft(draft: Draft, standard: Standard): Verdict {
  const { frame, known, rivals, evidence } = standard
  const laid = layOut(draft, frame)
  const markdown = toOwnMarkdown(laid.markdown, standard)
  const plan: Plan = {
    ...standard,
    category: withoutMarks(draft.category ?? ''),
    audience: withoutMarks(draft.audience ?? ''),
  }
  const title = withoutMarks(draft.title ?? '')
  const foreign = outgoing(laid.markdown).addresses.filter((address) => !known.has(address))
  return {
    faults: [
      ...titleFaults(title, []),
      ...faultsOf(title, evidence),
      ...(findResidue(title) === null ? [] : ['The title holds what a template left behind.']),
      ...laid.faults,
      ...foreign
        .slice(0, 3)
        .map((address) => `It links to ${address}, which is none of the pages it may link to.`),
      ...inventedRivals(draft, rivals, standard),
      ...checkArticle(readArticle(markdown, frame), plan),
    ],
    result: { title, markdown, recommendations: readRecommendations(draft, standard), plan },
  }
}

/** What is wrong with an article after another pass over it. */
export function judgeAgain(
  said: string,
  { plan }: Written,
  standard: Standard,
): { markdown: string; faults: string[] } {
  const markdown = toOwnMarkdown(withoutThoughts(said), standard)
  return { markdown, faults: checkArticle(readArticle(markdown, plan.frame), plan) }
}

/** Without HTML, pictures and links to anywhere else; dashes become hyphens. */
const toOwnMarkdown = (markdown: string, { links }: Standard) =>
  rebuildMarkdown(markdown, { resolve: (href) => (links.has(href) ? href : null) })

/** Names that the model itself tells as competitors, of whom nobody has ever heard. */
function inventedRivals({ competitors }: Draft, rivals: Subject[], { namesBrand }: Standard): string[] {
  const known = createMatcher(rivals)
  const invented = (competitors ?? [])
    .map(withoutMarks)
    .filter((name) => name !== '' && known.find(name).length === 0 && !namesBrand(name))
  return [...new Set(invented)]
    .slice(0, 3)
    .map((name) => `It names ${name}, of which the brief says nothing.`)
}

function readRecommendations({ recommendations }: Draft, standard: Standard): string | null {
  const said = withoutThoughts(recommendations ?? '', mostRecommendations)
  const rebuilt = toOwnMarkdown(said, standard).trim()
  return rebuilt === '' || faultsOf(rebuilt, standard.evidence).length > 0 ? null : rebuilt
}

/** How the reason begins why an article was not written; what is wrong with it follows. */
export const notWritten = 'The model did not write an article that can be used.'
