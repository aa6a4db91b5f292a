import { type DenialReason, labels, type UsageFeature } from './model.ts'

export type Denial = { denied: string; reason: DenialReason }

/** The denial for a run with several units if fewer are left. */
export function denyPart(feature: UsageFeature, units: number, left: number, limit: number): Denial {
  const denied = `This takes ${units} ${labels[feature]}, and ${left} of the ${limit} of this month are left; raise the limit or add AI credits.`
  return { reason: 'quota_exhausted', denied }
}

/** The denial for a run of a feature whose units and credits are used, or that is not included. */
export function deny(feature: UsageFeature, limit: number | null, creditCents: number | null): Denial {
  const label = labels[feature]
  if (limit !== null && limit > 0) {
    const denied = `All ${label} of this month are used; raise the limit or add AI credits.`
    return { reason: 'quota_exhausted', denied }
  }
  if (creditCents !== null) {
    const denied = `AI credit limit reached: the plan includes no ${label}, and no AI credits are left.`
    return { reason: 'insufficient_ai_credits', denied }
  }
  return { reason: 'no_entitlement', denied: `The plan of this organization does not include ${label}.` }
}
