import { Link } from 'wouter'
import { useCosts } from '../../data/briefs.ts'
import { inDollars } from '../../data/formats.ts'
import { paths } from '../../data/paths.ts'
import { type Usage, useUsage } from '../../data/usage.ts'
import * as strings from './strings.ts'

/** The cost of planning and the remaining credits, or why it would be refused now; nothing without limits. */
export function PlanCost() {
  const { data: costs } = useCosts()
  if (!costs || costs.creditCents === null) return null
  if (costs.planningDenied) return costs.planningDenied
  if (costs.creditCents === 0) return strings.cost.planningIsFree
  const left = strings.cost.left(inDollars(costs.creditCents))
  if (costs.planningCents === null) return strings.cost.usesCredits(left)
  const price =
    costs.planningCents < 1 ? strings.cost.underOneCent : strings.cost.about(inDollars(costs.planningCents))
  return strings.cost.inCredits(price, left)
}

/** What an approval uses: one of the month's posts, else credits (spec: Quotas). */
export function ApprovalCost() {
  const { data: usage } = useUsage()
  return usage ? creditUse(usage) : null
}

function creditUse({ features, creditCents }: Usage) {
  const posts = features.find(({ feature }) => feature === 'long_form_posts')
  if (!posts || posts.limit === null) return strings.cost.usesNoCredits
  const left = Math.max(0, posts.limit - posts.used - posts.held)
  if (left > 0) return left === 1 ? strings.cost.usesLastPost : strings.cost.usesOnePost(left)
  if (creditCents) return strings.cost.usesCreditsInstead(inDollars(creditCents))
  return <>{strings.cost.nothingLeft(<Link href={paths.usage()}>{strings.cost.usage}</Link>)}</>
}
