import { t } from 'elysia'
import { oneOf, optional, text } from '../../../http/fields.ts'
import { countCharacters } from '../../../text/line.ts'
import { Organization } from '../../organizations/model.ts'
import type { prompts } from './table.ts'

export type PromptRow = typeof prompts.$inferSelect

/** A tracked question, written by a user or generated from the brand's description. */
export const Prompt = t.Object({
  id: t.String(),
  prompt: t.String(),
  enabled: t.Boolean(),
  source: oneOf(['custom', 'auto']),
  tags: t.Array(t.String()),
  /** Null for auto prompts, which are generated on every read. */
  createdAt: t.Nullable(t.String()),
})
export type Prompt = typeof Prompt.static

export const PromptList = t.Object({
  configured: t.Boolean(),
  prompts: t.Array(Prompt),
  organization: Organization,
})
export const OnePrompt = t.Object({ prompt: Prompt, organization: Organization })
export const DeletedPrompt = t.Object({ id: t.String(), organization: Organization })

/** The text of a prompt, within its length limits (contract geo 0). */
export const promptField = text('prompt', 8, 300)
export const enabledField = t.Boolean({ error: 'enabled must be true or false' })

const maxTags = 20
const maxTagLength = 40

/** Whether tags are within their limits. */
export const areTags = (tags: string[]) =>
  tags.length <= maxTags && tags.every((tag) => countCharacters(tag) <= maxTagLength)

export const tags = optional(
  t.Array(text('A tag', 1, maxTagLength), {
    maxItems: maxTags,
    error: `tags must be a list of up to ${maxTags} texts`,
  }),
)

export const PromptBody = t.Object({ prompt: promptField, tags })
export type PromptBody = typeof PromptBody.static

export const PromptPatch = t.Object({ enabled: optional(enabledField), tags })
export type PromptPatch = typeof PromptPatch.static

export function toPrompt({ id, prompt, enabled, tags, createdAt }: PromptRow): Prompt {
  return { id, prompt, enabled, source: 'custom', tags, createdAt: createdAt.toISOString() }
}
