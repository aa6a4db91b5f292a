import type { Context } from '../../context.ts'
import type { CheckedDependency } from '../../http/dependency.ts'
import type { OperationRoute } from '../../http/operation.ts'
import {
  changedSinceReview,
  type ReviewedState,
  type ReviewedVersion,
  readStates,
  toVersion,
} from '../../http/reviewed.ts'
import { hashToken } from '../../ids.ts'
import { hasScope } from '../keys/model.ts'
import type { CallResult, Input } from './call.ts'
import type { OutcomeLine, Reviewer } from './reviews/review.ts'
import { reviews } from './reviews/reviews.ts'

/** The current review of a call: what it depends on and what it would do. */
export type ReviewedCall = {
  dependencies: CheckedDependency[]
  outcome: OutcomeLine[]
  subject: ReviewedState | null
}

/** Computes what a call depends on and would do; null for a tool that depends on nothing. */
export async function reviewCall(
  ctx: Context,
  { operation }: Pick<OperationRoute, 'operation'>,
  input: Input,
  reviewer: Reviewer,
): Promise<ReviewedCall> {
  const review = reviews[operation.tool ?? '']
  if (!review || 'dependsOnNothing' in review) return { dependencies: [], outcome: [], subject: null }
  const { depends, outcome } = await review.review(ctx, reviewer, input)
  const dependencies = await readStates(ctx, depends)
  const text = outcome.map((line) => line.text).join('\n')
  return {
    dependencies,
    outcome,
    subject: { records: dependencies.map(toVersion), outcome: hashToken(text).slice(0, 32) },
  }
}

/** The outcome lines that a user may read, and a line that says if others are hidden. */
export function describeOutcome(outcome: OutcomeLine[], scopes: string[]): string[] {
  const isVisible = ({ scope }: OutcomeLine) => hasScope(scopes, scope)
  const missing = new Set(outcome.filter((line) => !isVisible(line)).map(({ scope }) => scope))
  const visible = outcome.filter(isVisible).map(({ text }) => text)
  if (missing.size === 0) return visible
  return [
    ...visible,
    `Some details are not shown here, since the scope ${[...missing].join(' and ')} is missing.`,
  ]
}

/** Why a call differs from its review; null if it does not. */
export function findChange({ subject }: ReviewedCall, reviewed: ReviewedState): CallResult | null {
  // Approvals of an earlier release store another shape: they cannot be compared, and are rejected.
  const versions = new Map((reviewed.records ?? []).map((record) => [keyOf(record), record.version]))
  const records = subject?.records ?? []
  const other = records.find((record) => versions.get(keyOf(record)) !== record.version)
  if (other) return refuse(`The ${other.kind}`)
  if (records.length !== versions.size) return refuse('Something that this call depends on')
  return subject?.outcome === reviewed.outcome ? null : refuse('What this call would do')
}

const keyOf = ({ kind, id }: ReviewedVersion) => JSON.stringify([kind, id])

function refuse(what: string): CallResult {
  const { message, status } = changedSinceReview(what)
  return { text: message, isError: true, status }
}
