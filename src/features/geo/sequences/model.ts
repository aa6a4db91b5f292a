import { t } from 'elysia'
import { optional, text } from '../../../http/fields.ts'
import { Organization } from '../../organizations/model.ts'
import type { sequences } from './table.ts'

export type SequenceRow = typeof sequences.$inferSelect

/** Limits of conversations per project and turns per conversation (contract geo 4). */
export const maxSequences = 10
const maxTurns = 5

/** A conversation: questions that are asked turn by turn. */
export const Sequence = t.Object({
  id: t.String(),
  name: t.String(),
  steps: t.Array(t.String()),
  enabled: t.Boolean(),
  createdAt: t.String(),
})

export const SequenceList = t.Object({ sequences: t.Array(Sequence), organization: Organization })
export const OneSequence = t.Object({ sequence: Sequence, organization: Organization })
export const DeletedSequence = t.Object({ id: t.String(), organization: Organization })

const name = text('name', 1, 128)
const steps = t.Array(text('A step', 8, 300), {
  minItems: 1,
  maxItems: maxTurns,
  description: 'The questions, in order.',
  error: `steps must be a list of 1 to ${maxTurns} strings`,
})

const enabled = optional(
  t.Boolean({ description: 'Whether scans include it.', error: 'enabled must be true or false' }),
)

export const SequenceBody = t.Object({ name, steps, enabled })
export type SequenceBody = typeof SequenceBody.static

export const SequencePatch = t.Object({
  name: optional(name),
  steps: optional(steps),
  enabled,
})
export type SequencePatch = typeof SequencePatch.static

export function toSequence({ id, name, steps, enabled, createdAt }: SequenceRow): typeof Sequence.static {
  return { id, name, steps, enabled, createdAt: createdAt.toISOString() }
}
