import type { Delivery } from '../../data/deliveries.ts'
import { type Group, Legend, Tally } from '../../kit/tally.tsx'
import * as strings from './strings.ts'
import { kinds, resultOf, results } from './words.ts'

/** The newest deliveries as ticks, the newest on the right. */
export function LatestTally({ deliveries, total }: { deliveries: Delivery[]; total: number }) {
  const order = deliveries.map((delivery) => kinds[resultOf(delivery)].tick).reverse()
  const groups: Group[] = results.map((result) => ({
    kind: kinds[result].tick,
    label: kinds[result].label.toLowerCase(),
    count: deliveries.filter((delivery) => resultOf(delivery) === result).length,
  }))
  const count = deliveries.length
  const noun = count === 1 ? strings.latestTally.delivery : strings.latestTally.deliveries
  const lead = total > count ? strings.latestTally.latest(count) : strings.latestTally.all(count)
  return (
    <div className="grid gap-2.5 pt-4 pb-3">
      <Tally groups={groups} order={order} step={5} height={20} noun={noun} />
      <Legend groups={groups} lead={lead} />
    </div>
  )
}
