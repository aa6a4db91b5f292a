import type { UsageFeature } from './model.ts'
import { type CreditFeature, creditFeatures, usageFeatures } from './table.ts'

export type HoldKey = { executionId: string; feature: UsageFeature | CreditFeature }

export const reservationPrefix = 'content-billing:'
export const holdId = ({ executionId, feature }: HoldKey) => `${reservationPrefix}${executionId}:${feature}`

/** The possible ids of a run's hold: it has one feature. */
export const holdIds = (executionId: string) =>
  [...usageFeatures, ...creditFeatures].map((feature) => holdId({ executionId, feature }))
