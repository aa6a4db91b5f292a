import { isMentioned, sentimentOf } from '../../scans/tallies/rules.ts'
import { compareText } from '../latest/rules.ts'
import { eachCounted, type Row } from '../survey/rules.ts'
import { dayOf } from '../window/rules.ts'

/** What some answers say of the brand, in numbers (contract geo 8). */
export function toCounts(rows: Row[]) {
  const counts = { positive: 0, neutral: 0, negative: 0 }
  let [totalChecks, mentions] = [0, 0]
  eachCounted(rows, (_, tally, answer) => {
    totalChecks += 1
    if (!isMentioned(tally, answer)) return
    mentions += 1
    const sentiment = sentimentOf(tally, answer)
    if (sentiment) counts[sentiment] += 1
  })
  const { positive, neutral, negative } = counts
  const classified = positive + neutral + negative
  const shareOf = (count: number, whole: number) => (whole === 0 ? 0 : count / whole)
  const last = Math.max(...rows.filter(({ counted }) => counted > 0).map(({ tally }) => tally.answeredAt))
  return {
    totalChecks,
    mentions,
    ...counts,
    lastCheckedAt: totalChecks === 0 ? null : new Date(last).toISOString(),
    score: classified === 0 ? null : (positive * 100 + neutral * 50) / classified,
    classifiedMentions: classified,
    unknownMentions: mentions - classified,
    notMentioned: totalChecks - mentions,
    positiveShare: shareOf(positive, classified),
    neutralShare: shareOf(neutral, classified),
    negativeShare: shareOf(negative, classified),
    classificationCoverage: shareOf(classified, mentions),
  }
}

export function toDays(rows: Row[]) {
  const days = Map.groupBy(rows, ({ tally }) => dayOf(tally.capturedAt))
  return [...days].map(([day, ofDay]) => ({ day, ...toCounts(ofDay) }))
}

export function toEngines(rows: Row[]) {
  return [...Map.groupBy(rows, ({ tally }) => tally.engine)]
    .map(([engine, ofEngine]) => ({ engine, ...toCounts(ofEngine) }))
    .sort((a, b) => compareText(a.engine, b.engine))
}
