import { t } from 'elysia'
import { answerKinds } from '../../../ai/engines/answer-kinds.ts'
import { idField, integerWith, oneOf, text } from '../../../http/fields.ts'
import { promptField } from '../prompts/model.ts'
import { scanIntervals } from '../settings/model.ts'

/** An engine to choose from before there is a project. */
export const SetUpEngine = t.Object({
  id: t.String(),
  label: t.String(),
  kind: oneOf(answerKinds),
  default: t.Boolean(),
  /** Why it cannot be asked; null if it can. */
  obstacle: t.Nullable(t.String()),
  /** The estimated price of one answer, from the catalog. */
  cents: t.Number(),
})
export const SetUpOptions = t.Object({ engines: t.Array(SetUpEngine) })

export const ProposalBody = t.Object({ brandIdentityId: idField('brandIdentityId') })

export const Proposal = t.Object({
  companyName: t.String(),
  aliases: t.Array(t.String()),
  competitors: t.Array(t.Object({ name: t.String(), domain: t.Nullable(t.String()) })),
  prompts: t.Array(t.String()),
  /** Why nothing is proposed; null if a model proposed it. */
  note: t.Nullable(t.String()),
})
export type Proposal = typeof Proposal.static

const name = (field: string) => text(field, 1, 128)

export const SetUpBody = t.Object({
  brandIdentityId: idField('brandIdentityId'),
  companyName: name('companyName'),
  aliases: t.Array(name('each of aliases'), { maxItems: 10, error: 'Enter up to 10 other names.' }),
  competitors: t.Array(
    t.Object({ name: name('each competitor'), domain: t.Nullable(t.String({ maxLength: 2048 })) }),
    { maxItems: 50, error: 'Enter up to 50 competitors.' },
  ),
  prompts: t.Array(promptField, { minItems: 1, maxItems: 100, error: 'Enter 1 to 100 questions.' }),
  engines: t.Array(name('each of engines'), { maxItems: 64, error: 'Select up to 64 engines.' }),
  /** Null if scans are not repeated. */
  scanIntervalHours: t.Nullable(integerWith({ minimum: 1, maximum: Math.max(...scanIntervals) })),
})
export type SetUpBody = typeof SetUpBody.static

export const StartedTracking = t.Object({
  projectId: t.String(),
  /** Why the first scan did not start; null if it did. */
  refused: t.Nullable(t.String()),
})
