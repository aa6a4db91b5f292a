import type { Share } from '../../data/visibility.ts'
import * as strings from './strings.ts'

export type Row = {
  key: string
  name: string
  kind: 'own' | 'competitor' | 'rest'
  rate: number
  interval: { low: number; high: number } | null
}

/** The number of competitors with their own row. */
const most = 5

/**
 * The brand and the most often named competitors, the greatest share first, and one row for the others.
 * Intervals of shares cannot be added, so that row has none.
 */
export function toRows({ own, points }: Pick<Share, 'own' | 'points'>, name: string): Row[] {
  if (own.share === null) return []
  const tracked = points.flatMap(({ brand, share, interval, competitorId }) =>
    share === null || competitorId === null || share === 0
      ? []
      : [{ key: competitorId, name: brand, kind: 'competitor' as const, rate: share, interval }],
  )
  const shown = tracked.toSorted((one, other) => other.rate - one.rate).slice(0, most)
  const brand = { key: 'own', name, kind: 'own' as const, rate: own.share, interval: own.interval }
  const rest = 1 - [brand, ...shown].reduce((sum, { rate }) => sum + rate, 0)
  const rows: Row[] = [brand, ...shown].toSorted((one, other) => other.rate - one.rate)
  const others = tracked.length - shown.length
  return others > 0 && rest > 0
    ? [
        ...rows,
        {
          key: 'rest',
          name: strings.shareRows.others(others),
          kind: 'rest',
          rate: rest,
          interval: null,
        },
      ]
    : rows
}
