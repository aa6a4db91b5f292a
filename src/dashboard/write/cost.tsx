import { Link } from 'wouter'
import { count } from '../charts/words.ts'
import { paths } from '../paths.ts'
import { type Usage, useUsage } from '../usage/queries.ts'
import { useCosts } from './queries.ts'

/** What planning costs and what is left, or why it would be refused now; nothing where credits are not kept. */
export function PlanCost() {
  const { data: costs } = useCosts()
  if (!costs || costs.creditCents === null) return null
  if (costs.planningDenied) return costs.planningDenied
  if (costs.creditCents === 0) return 'No credits are left: this planning is free'
  const left = `${dollars.format(costs.creditCents / 100)} left`
  if (costs.planningCents === null) return `Draws credits; ${left}`
  const price = costs.planningCents < 1 ? 'under 1 cent' : count(Math.round(costs.planningCents), 'cent')
  return `About ${price} of credits; ${left}`
}

const dollars = new Intl.NumberFormat(undefined, {
  style: 'currency',
  currency: 'USD',
  currencyDisplay: 'narrowSymbol',
})

/** What an approval draws: a post of the month's, else credits (spec: Quotas). */
export function ApprovalCost() {
  const { data: usage } = useUsage()
  return usage ? drawOf(usage) : null
}

function drawOf({ features, creditCents }: Usage) {
  const posts = features.find(({ feature }) => feature === 'long_form_posts')
  if (!posts || posts.limit === null) return 'No limit is set: it draws nothing.'
  const left = Math.max(0, posts.limit - posts.used - posts.held)
  if (left > 0)
    return left === 1
      ? 'Draws the last long-form post of this month.'
      : `Draws one of ${left} long-form posts left this month.`
  if (creditCents)
    return `The month’s long-form posts are used: draws credits, ${dollars.format(creditCents / 100)} left.`
  return (
    <>
      The month’s long-form posts are used and no credits are left. See{' '}
      <Link href={paths.usage()}>Usage</Link>.
    </>
  )
}
