import { createMatcher } from '../../../../mentions/matcher.ts'
import type { Subject } from '../../../../mentions/subject.ts'
import { defineTextTask } from '../../../../text-thread.ts'
import { createQuotationFinder } from '../../../../writer/claim-support.ts'
import { createClaimCheck } from '../../../../writer/claims-about-others.ts'
import { standardLanguage } from '../../../../writer/phrases.ts'
import { prepareChecks } from '../../../../writer/prepare-checks.ts'
import { createDetailCheck } from '../../../../writer/unsourced-details.ts'
import type { Instructions } from '../../../../writer/voice.ts'
import { maxCheckedHere } from '../../../posts/text-fault.ts'
import type { PlanRequest } from '../table.ts'
import type { Material } from './material.ts'
import type { PlanAnswer } from './plan-instructions.ts'
import { type Rules, readAnswer, type Verdict } from './read-plan.ts'

/** What a planner's answer is checked against, as plain data. */
export type PlanBasis = {
  request: PlanRequest
  material: Material
  instructions: Instructions
  /** The data in the prompt of the planner. */
  data: string
  own: Subject
  /** Claims about these need evidence. */
  subjects: Subject[]
  /** The texts of the answers in the evidence, by the ids under which they are stored. */
  texts: Map<string, string>
  year: number
}

/** Parses a brief from a planner's answer, usually on the text thread. */
export const planAnswerCheck = defineTextTask(
  'plan-answer',
  maxCheckedHere,
  ({ answer, isLast, basis }: { answer: PlanAnswer; isLast: boolean; basis: PlanBasis }): Verdict =>
    readAnswer(answer, rulesOf(basis), isLast),
  prepareChecks,
)

function rulesOf({ request, material, instructions, data, own, subjects, texts, year }: PlanBasis): Rules {
  const ownSources = [
    ...(material.facts ?? []).map(({ text }) => text),
    ...material.pages.map(({ title, text }) => [title, text].filter(Boolean).join('\n\n')),
  ]
  const language = material.voice?.language ?? standardLanguage
  const known = [request.topic, material.voice?.companyDescription, String(year)].filter(Boolean).join('\n')
  return {
    ...{ request, material, instructions, texts, competitors: createMatcher(subjects) },
    evidence: { ...instructions, data: [data, ...texts.values()].join('\n'), known },
    findQuotation: createQuotationFinder([own, ...subjects]),
    checkClaims: (sources) =>
      createClaimCheck({
        ...{ own, others: subjects, language, topic: request.topic },
        ...{ sources, ownSources },
      }),
    checkDetails: (sources) => createDetailCheck([...sources, ...ownSources, known].join('\n')),
  }
}
