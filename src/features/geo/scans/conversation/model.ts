import { t } from 'elysia'
import { Organization } from '../../../organizations/model.ts'

/** What came of a conversation that was played at once (contract geo 4: Run). */
export const PlayedConversation = t.Object({
  checks: t.Integer(),
  mentions: t.Integer(),
  /** The engines that answered. */
  engines: t.Array(t.String()),
  organization: Organization,
})
