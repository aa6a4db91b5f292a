import { t } from 'elysia'
import { oneOf, optional, text } from '../../../http/fields.ts'
import { countCharacters } from '../../../text/line.ts'
import { Organization } from '../../organizations/model.ts'
import type { prompts } from './table.ts'

export type PromptRow = typeof prompts.$inferSelect

/** Whether a prompt names the brand: its text decides, unless the user does. */
const brandedChoices = ['auto', 'yes', 'no'] as const

/** A tracked question, written by a user or generated from the brand's description. */
export const Prompt = t.Object({
  id: t.String(),
  prompt: t.String(),
  enabled: t.Boolean(),
  source: oneOf(['custom', 'auto']),
  tags: t.Array(t.String()),
  namesBrand: oneOf(brandedChoices),
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
    error: `tags must be a list of up to ${maxTags} strings`,
  }),
)

export const PromptBody = t.Object({ prompt: promptField, tags })
export type PromptBody = typeof PromptBody.static

export const PromptPatch = t.Object({
  enabled: optional(enabledField),
  tags,
  namesBrand: optional(oneOf(brandedChoices, { error: 'namesBrand must be auto, yes or no' })),
})
export type PromptPatch = typeof PromptPatch.static

export function toPrompt({ id, prompt, enabled, tags, branded, createdAt }: PromptRow): Prompt {
  const namesBrand = branded === null ? 'auto' : branded ? 'yes' : 'no'
  return { id, prompt, enabled, source: 'custom', tags, namesBrand, createdAt: createdAt.toISOString() }
}

/** The stored choice for a value of the API. */
export const toBranded = (namesBrand: Prompt['namesBrand']) =>
  namesBrand === 'auto' ? null : namesBrand === 'yes'
