import type { Traffic } from '../../data/traffic.ts'
import { DayBars } from '../../kit/charts/day-bars.tsx'
import * as strings from './strings.ts'

/** A chart of crawler visits and AI referrals by UTC day. */
export function VisitChart({ points, days }: { points: Traffic['points']; days: string[] }) {
  const countOf = (type: string) => {
    const counts = new Map<string, number>()
    for (const { day, visitorType, visits } of points)
      if (visitorType === type) counts.set(day, (counts.get(day) ?? 0) + visits)
    return days.map((day) => counts.get(day) ?? 0)
  }
  return (
    <DayBars
      what={strings.chart.what}
      days={days}
      series={[
        { name: strings.chart.crawlers, kind: 'other', values: countOf('crawler') },
        { name: strings.chart.referrals, kind: 'own', values: countOf('ai_referral') },
      ]}
    />
  )
}
