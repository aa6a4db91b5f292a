import { t } from 'elysia'
import { optional, text } from '../../../../http/fields.ts'
import { Organization } from '../../../organizations/model.ts'
import { enabledField, promptField } from '../model.ts'

/** How many prompts come in at once (contract geo 18). */
export const mostRows = 500

export const PromptImport = t.Object({
  rows: optional(
    t.Array(t.Object({ prompt: promptField, enabled: optional(enabledField) }), {
      minItems: 1,
      maxItems: mostRows,
      error: `rows must be a list of 1 to ${mostRows} prompts`,
    }),
  ),
  csv: optional(text('csv', 1, 1_048_576, { isVerbatim: true })),
})
export type PromptImport = typeof PromptImport.static

export const ImportedPrompts = t.Object({
  imported: t.Integer(),
  updated: t.Integer(),
  skipped: t.Integer(),
  issues: t.Array(t.Object({ line: t.Integer(), message: t.String() })),
  organization: Organization,
})
