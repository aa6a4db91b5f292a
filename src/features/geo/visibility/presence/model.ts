import { t } from 'elysia'
import { oneOf } from '../../../../http/fields.ts'
import { Organization } from '../../../organizations/model.ts'

/** Known by heart, found by a search only, or not named (contract geo 8: presence badge). */
export const presences = ['knowledge', 'search', 'absent'] as const

export const PromptPresence = t.Object({
  promptId: t.String(),
  presence: oneOf(presences),
  /** Engines that answered, and those of them that name the brand. */
  engines: t.Integer(),
  mentioned: t.Integer(),
})
export type PromptPresence = typeof PromptPresence.static

export const PresenceList = t.Object({
  configured: t.Boolean(),
  prompts: t.Array(PromptPresence),
  organization: Organization,
})
