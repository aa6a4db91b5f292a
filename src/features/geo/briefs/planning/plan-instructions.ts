import { type TSchema, t } from 'elysia'
import { oneOf } from '../../../../http/fields.ts'
import { shorten } from '../../../../text/line.ts'
import { fitBeside, toData } from '../../../../writer/fit-data.ts'
import { type Instructions, instructionsFor } from '../../../../writer/voice.ts'
import { minSections, most } from '../model.ts'
import { contentSubtypes, type PlanRequest } from '../table.ts'
import type { Material } from './material.ts'

const texts = t.Array(t.String())

const Asked = {
  targetPrompt: t.String(),
  intent: t.String(),
  contentSubtype: oneOf(contentSubtypes),
  workingTitle: t.String(),
  audience: t.String(),
  jobToBeDone: t.String(),
  sections: t.Array(
    t.Object({
      heading: t.String(),
      goal: t.String(),
      claims: t.Array(t.Object({ text: t.String(), answers: texts })),
    }),
  ),
  questionsToAnswer: texts,
  internalLinks: t.Array(t.Object({ url: t.String(), anchor: t.String(), why: t.String() })),
  acceptanceChecklist: texts,
  recommendedAngle: t.String(),
  competitorsToCounter: texts,
  sourcesToReference: texts,
  missingCoverage: texts,
}

const anything = (field: TSchema) => t.Any({ ...field })

/**
 * Requested by its fields, but accepted with any content: faults are reported to the planner, which corrects
 * them.
 */
export const PlanAnswer = t.Object(
  Object.fromEntries(
    Object.entries(Asked).map(([name, field]) => {
      const any = anything(field)
      return [name, name === 'sections' ? any : t.Optional(any)]
    }),
  ),
)
export type PlanAnswer = Record<string, unknown>

const task = `You plan an article that answers one question of people who ask AI answer engines, so that these engines find it worth citing.
You do not write the article: you answer with the brief that a writer works from.`

const rules = [
  'The message is one JSON object. topic is what the article has to answer; evidence is what engines answered to it lately, each answer under an id; gaps are other questions in which the brand is missing; competitors are those to be fair to; pages are pages of the brand; facts are true statements of the brand about itself.',
  'variants: where the message has them, prompts that ask nearly the same as the topic; the article answers them too.',
  'targetPrompt: the one question that the article answers, as people put it to an engine.',
  'intent: what the person who asks wants to achieve. audience: who that is. jobToBeDone: what the article enables them to do. recommendedAngle: why this article is worth citing next to the pages that are cited now.',
  `contentSubtype: the one of ${contentSubtypes.join(', ')} that fits the intent, unless the message names one.`,
  `workingTitle: plain text of at most ${most.title} characters, without the brand's slogan.`,
  `sections: ${minSections} to ${most.sections}, in the order of the article, each with a heading of its own, its goal in one or two sentences, and up to ${most.claims} claims that it has to make. No section for questions and answers, introduction or conclusion.`,
  'claims: each is { text, answers }. Everything that a claim says about a competitor must be in the evidence: answers holds the ids of the answers that say so, and the claim uses their words and figures. Evidence shows what engines say; nothing else is known about competitors, so invent no feature, price or weakness of theirs. A claim about the brand or the subject alone has an empty list; what it says about the brand must be in facts or pages.',
  `questionsToAnswer: up to ${most.questions} questions that readers ask next. missingCoverage: what the answers of the evidence leave out.`,
  `internalLinks: up to ${most.links}, only with an exact url of pages; an empty list where none fits. sourcesToReference: only exact urls of the sources in the evidence. competitorsToCounter: names of the evidence or of competitors, as they are written there.`,
  `acceptanceChecklist: up to ${most.checks} checks that an editor can answer with yes or no: the answer is in the first 100 words, each section under its heading, every claim is made, links only where planned, 900 to 1,600 words, a table where products are compared.`,
  'existingPage: where the message has one, the article refreshes this page; never plan an article that competes with it.',
]

/** Returns the planner's instructions, in the brand voice. */
export const planningInstructions = (material: Material, today: Date): Instructions =>
  instructionsFor(
    { voice: material.voice, instructions: null, skill: null, humanizer: null, today },
    task,
    rules,
  )

/** Page counts and excerpt lengths, from most to least text. The first that fits the prompt is used. */
const excerptLimits = [
  { count: 60, length: 1200 },
  { count: 60, length: 500 },
  { count: 60, length: 200 },
  { count: 60, length: 0 },
  { count: 20, length: 0 },
]

/** Formats the planner's input as data, shortened to what the model can read. */
export function describeMaterial(
  { topic, contentSubtype, existingPageUrl }: PlanRequest,
  { brand, competitors, gaps, pages, evidence, facts = [], variants = [] }: Material,
  instructions: Instructions,
): string {
  const format = ({ count, length }: (typeof excerptLimits)[number]) =>
    toData({
      topic,
      ...(variants.length > 0 && { variants: variants.map(({ prompt }) => prompt) }),
      ...(contentSubtype && { contentSubtype }),
      ...(existingPageUrl && { existingPage: existingPageUrl }),
      brand,
      competitors,
      evidence: evidence.map(({ checkId: _, domains: __, ...answer }) => answer),
      facts: facts.map(({ text, url }) => ({
        fact: url === null ? text : shorten(text, Math.max(length, 200)),
        ...(url !== null && { page: url }),
      })),
      gaps,
      pages: pages.slice(0, count).map(({ url, title, text }) => ({
        url,
        title,
        ...(text && length > 0 && { text: text.slice(0, length).toWellFormed() }),
      })),
    })
  return fitBeside(instructions, excerptLimits.values().map(format))
}
