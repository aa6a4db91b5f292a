import type { Context } from '../../../context.ts'
import type { Dependency } from '../../../http/dependency.ts'
import { showHidden } from '../../../text/visible.ts'
import type { Caller } from '../../keys/model.ts'
import type { Input } from '../call.ts'

/** The caller and organization of a review. */
export type Reviewer = Pick<Caller, 'organization' | 'person'>

/** A line about what a call would do, and the scope that its reader needs. */
export type OutcomeLine = { text: string; scope: string }

/** What a call depends on, and its effects beyond the input; computed by code, never by a model. */
export type Review = { depends: Dependency[]; outcome: OutcomeLine[] }

/** How to review a tool, or why there is nothing to review but its input. */
export type ToolReview =
  | { review: (ctx: Context, reviewer: Reviewer, input: Input) => Promise<Review> | Review }
  | { dependsOnNothing: string }

/** A review of a tool without an outcome beyond its input. */
export const dependsOn = (find: (reviewer: Reviewer, input: Input) => Dependency[]): ToolReview => ({
  review: (_, reviewer, input) => ({ depends: find(reviewer, input), outcome: [] }),
})

/** Lines that readers with one scope may see. */
export const linesFor = (scope: string, texts: (string | null)[]): OutcomeLine[] =>
  texts.filter((text) => text !== null).map((text) => ({ text, scope }))

/** Foreign text on one line, in quotes that it cannot close; hidden characters are made visible. */
export const quote = (text: string) => showHidden(/[“”\n]/.test(text) ? JSON.stringify(text) : `“${text}”`)

/** Foreign text on lines of its own, each with a sign: without it, a line could pass for one of Herald's. */
export const addedLines = (text: string) => text.split('\n').map((line) => `+ ${showHidden(line)}`)

/** An input value as trimmed text; empty if it is not a string. */
export const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/** Names in quotes; a placeholder if there are none. */
export const listNames = (names: string[], none = 'none') =>
  names.length > 0 ? names.map(quote).join(', ') : none
