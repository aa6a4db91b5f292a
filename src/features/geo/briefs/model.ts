import { t } from 'elysia'
import { integer, oneOf } from '../../../http/fields.ts'
import { Organization } from '../../organizations/model.ts'
import { Forecast, Outcome } from './outcome-model.ts'
import { type BriefDocument, briefStatuses, type briefs, contentSubtypes, sourceKinds } from './table.ts'

export type BriefRow = typeof briefs.$inferSelect
export type BriefStatus = BriefRow['status']

/** Size limits of a brief (contract geo 10). */
export const most = {
  title: 160,
  sentence: 300,
  claim: 400,
  paragraph: 600,
  claims: 6,
  sections: 10,
  questions: 8,
  links: 8,
  checks: 12,
  competitors: 25,
  sources: 8,
  variants: 4,
  url: 2048,
}
export const minSections = 3

const texts = t.Array(t.String())

/** How engines answered the source prompt when a brief was planned. */
export const Baseline = t.Object({
  sourcePromptId: t.String(),
  mentionedEngines: integer,
  totalEngines: integer,
  engines: t.Array(t.Object({ engine: t.String(), mentioned: t.Boolean(), position: t.Nullable(integer) })),
  competitorMentions: t.Array(t.Object({ name: t.String(), engines: integer })),
  citedDomains: t.Array(t.Object({ domain: t.String(), engines: integer })),
  capturedAt: t.String(),
})

export const Section = t.Object({ heading: t.String(), goal: t.String(), claims: texts })
export const InternalLink = t.Object({ url: t.String(), anchor: t.String(), why: t.String() })

const documentFields = {
  targetPrompt: t.String(),
  intent: t.String(),
  contentSubtype: oneOf(contentSubtypes),
  workingTitle: t.String(),
  audience: t.String(),
  jobToBeDone: t.String(),
  sections: t.Array(Section),
  questionsToAnswer: texts,
  internalLinks: t.Array(InternalLink),
  acceptanceChecklist: texts,
  recommendedAngle: t.Optional(t.String()),
  competitorsToCounter: t.Optional(texts),
  sourcesToReference: t.Optional(texts),
  missingCoverage: t.Optional(texts),
  /** Null without a source prompt, or if no engine has answered it. */
  baseline: t.Optional(t.Nullable(Baseline)),
}

/** The content of a brief (spec: Brief). */
export const Document = t.Object(documentFields)

/** A new brief, or the open brief of the same source (spec: plan response). */
export const PlannedBrief = t.Object({
  briefId: t.String(),
  brief: Document,
  status: oneOf(briefStatuses),
  runId: t.Nullable(t.String()),
  postId: t.Nullable(t.String()),
  organization: Organization,
})

/** A brief that is being planned; `statusUrl` returns 202 with this until the brief is ready. */
export const PendingPlan = t.Object({
  planId: t.String(),
  status: t.Literal('planning'),
  statusUrl: t.String(),
  organization: Organization,
})

/** A tracked prompt that an article answers in addition to its own. */
const Variant = t.Object({ id: t.String(), prompt: t.String() })

export const Approved = t.Object({ runId: t.String(), organization: Organization })

/** The number of faults in an article. */
export const FaultCounts = t.Object({ blocking: integer, minor: integer })
export type FaultCounts = typeof FaultCounts.static

export const ListedBrief = t.Object({
  id: t.String(),
  topic: t.String(),
  workingTitle: t.String(),
  status: oneOf(briefStatuses),
  /** Also null after the post was deleted. */
  postId: t.Nullable(t.String()),
  error: t.Nullable(t.String()),
  /** The number of faults at the last check of the post; absent if it was written without a check. */
  faults: t.Optional(FaultCounts),
  createdAt: t.String(),
})
export const BriefList = t.Object({ briefs: t.Array(ListedBrief), organization: Organization })

const state = {
  status: oneOf(briefStatuses),
  autoApproved: t.Boolean(),
  runId: t.Nullable(t.String()),
  postId: t.Nullable(t.String()),
  /** Whether the style pass changed the article; null before the pass. */
  humanized: t.Nullable(t.Boolean()),
  error: t.Nullable(t.String()),
  createdAt: t.String(),
  updatedAt: t.String(),
  completedAt: t.Nullable(t.String()),
}

/** A fact of the brand as it was when the article cited it. */
const factFields = { id: t.String(), text: t.String(), url: t.Nullable(t.String()) }

/**
 * A brief with all details. Its state is at the top level and again next to its document (contract geo 22,
 * 17).
 */
export const OneBrief = t.Object({
  briefId: t.String(),
  ...state,
  /** The current or last step of the run. */
  step: t.Nullable(t.String()),
  /** The model's answer in a run that failed because the answer contained no article. */
  rejectedText: t.Nullable(t.String()),
  /** The number of faults at the last check of the post; absent if it was written without a check. */
  faults: t.Optional(FaultCounts),
  sourceKind: oneOf(sourceKinds),
  sourceId: t.Nullable(t.String()),
  /** Further prompts that the article answers, over which its effect is measured too. */
  variants: t.Array(Variant),
  /** Null until a later scan asks the prompt. */
  outcome: t.Nullable(Outcome),
  /** Null once the article is written, and without enough scans or prompts to compare with. */
  forecast: t.Nullable(Forecast),
  /** Support for the claims: stored answers with quotations, and facts of the brand. */
  evidence: t.Object({
    claims: t.Array(
      t.Object({
        claim: t.String(),
        answers: texts,
        quotations: t.Optional(t.Array(t.Object({ answer: t.String(), quotation: t.String() }))),
        facts: t.Optional(t.Array(t.Object(factFields))),
      }),
    ),
    /** The facts that the article uses, each with the sentences that use it. */
    facts: t.Optional(t.Array(t.Object({ ...factFields, sentences: texts }))),
  }),
  brief: t.Object({ ...documentFields, id: t.String(), topic: t.String(), brief: Document, ...state }),
  organization: Organization,
})

export const DeletedBrief = t.Object({ id: t.String(), organization: Organization })

/** The measured outcomes of a project's briefs. */
export const BriefOutcomes = t.Object({
  outcomes: t.Array(t.Object({ briefId: t.String(), outcome: Outcome })),
})

/** Costs of briefs. The sentences say why a new brief would be refused now. */
export const BriefCosts = t.Object({
  /** Why no model can plan or write. */
  obstacle: t.Nullable(t.String()),
  /** Remaining AI credits; null if credits are not limited. */
  creditCents: t.Nullable(integer),
  /** The cost of a recent plan; null before the first. */
  planningCents: t.Nullable(t.Number()),
  planningDenied: t.Nullable(t.String()),
  writingDenied: t.Nullable(t.String()),
})

/** Prompts that a brief could answer too, the most similar first. */
export const VariantChoices = t.Object({ prompts: t.Array(Variant), organization: Organization })

/** Pages of the project's own site, most relevant first. */
export const PagesToLink = t.Object({
  pages: t.Array(t.Object({ url: t.String(), title: t.Nullable(t.String()) })),
  organization: Organization,
})

type ListedBrief = Pick<
  BriefRow,
  'id' | 'topic' | 'workingTitle' | 'status' | 'postId' | 'error' | 'createdAt'
> &
  Counts

type Counts = { blocking: number | null; minor: number | null }

const toFaults = ({ blocking = null, minor = null }: Partial<Counts>): { faults?: FaultCounts } =>
  blocking === null || minor === null ? {} : { faults: { blocking, minor } }

/** Copies field by field because a list can have thousands of briefs. */
export function toListedBrief({
  id,
  topic,
  workingTitle,
  status,
  postId,
  error,
  blocking,
  minor,
  createdAt,
}: ListedBrief): typeof ListedBrief.static {
  const brief = { id, topic, workingTitle, status, postId, error, createdAt: createdAt.toISOString() }
  return { ...brief, ...toFaults({ blocking, minor }) }
}

export function toPlannedBrief(
  { id, document, status, runId, postId }: BriefRow,
  organization: Organization,
): typeof PlannedBrief.static {
  return { briefId: id, brief: document, status, runId, postId, organization }
}

export function toPendingPlan(
  { planId, projectId, autoApprove }: { planId: string; projectId: string; autoApprove: boolean },
  organization: Organization,
): typeof PendingPlan.static {
  const query = autoApprove ? '?autoApprove=true' : ''
  const statusUrl = `/v1/projects/${projectId}/geo/briefs/plans/${planId}${query}`
  return { planId, status: 'planning', statusUrl, organization }
}

export function toBrief(
  row: BriefRow & Partial<Counts> & { articleFacts?: string | null },
  organization: Organization,
  read: Pick<typeof OneBrief.static, 'variants' | 'outcome' | 'forecast'>,
): typeof OneBrief.static {
  const { id, topic, step, rejectedText, sourceKind, sourceId, evidence } = row
  const document: BriefDocument = row.document
  const state = toState(row)
  return {
    briefId: id,
    ...state,
    step,
    rejectedText,
    ...toFaults(row),
    sourceKind,
    sourceId,
    ...read,
    evidence: { ...evidence, ...(row.articleFacts && { facts: JSON.parse(row.articleFacts) }) },
    brief: { ...document, id, topic, brief: document, ...state },
    organization,
  }
}

function toState({
  status,
  autoApproved,
  runId,
  postId,
  humanized,
  error,
  createdAt,
  updatedAt,
  completedAt,
}: BriefRow) {
  return {
    ...{ status, autoApproved, runId, postId, humanized, error },
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    completedAt: completedAt?.toISOString() ?? null,
  }
}
