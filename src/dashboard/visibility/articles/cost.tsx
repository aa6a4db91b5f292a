import { Link } from 'wouter'
import { useCosts } from '../../data/briefs.ts'
import { paths } from '../../data/paths.ts'
import { type Usage, useUsage } from '../../data/usage.ts'

/** The cost of planning and the remaining credits, or why it would be refused now; nothing without limits. */
export function PlanCost() {
  const { data: costs } = useCosts()
  if (!costs || costs.creditCents === null) return null
  if (costs.planningDenied) return costs.planningDenied
  if (costs.creditCents === 0) return 'No credits left; planning is free'
  const left = `${dollars.format(costs.creditCents / 100)} left`
  if (costs.planningCents === null) return `Uses credits; ${left}`
  const price = costs.planningCents < 1 ? 'Under $0.01' : `About ${dollars.format(costs.planningCents / 100)}`
  return `${price} in credits; ${left}`
}

const dollars = new Intl.NumberFormat(undefined, {
  style: 'currency',
  currency: 'USD',
  currencyDisplay: 'narrowSymbol',
})

/** What an approval uses: one of the month's posts, else credits (spec: Quotas). */
export function ApprovalCost() {
  const { data: usage } = useUsage()
  return usage ? creditUse(usage) : null
}

function creditUse({ features, creditCents }: Usage) {
  const posts = features.find(({ feature }) => feature === 'long_form_posts')
  if (!posts || posts.limit === null) return 'Uses no credits.'
  const left = Math.max(0, posts.limit - posts.used - posts.held)
  if (left > 0)
    return left === 1
      ? 'Uses the last long-form post of this month.'
      : `Uses one of ${left} long-form posts left this month.`
  if (creditCents)
    return `No long-form posts left this month. Uses credits, ${dollars.format(creditCents / 100)} left.`
  return (
    <>
      No long-form posts or credits are left. See <Link href={paths.usage()}>Usage</Link>.
    </>
  )
}
