import { runAtOnce } from '../../../../slices.ts'
import { rateOf } from '../../../../statistics/rate.ts'
import { countAnswer, noCounts, shareOf } from '../../../../statistics/share.ts'
import { isMentioned, sentimentOf } from '../../scans/answer-counts.ts'
import { eachCounted, type Row } from '../answer-grid.ts'
import { compareText } from '../latest-answers.ts'
import { dayOf } from '../window.ts'

/** The weight of a classified mention in the score (contract geo 8: sentiment score). */
const weights = { positive: 100, neutral: 50, negative: 0 }
type Sentiment = keyof typeof weights
/** The number of classified mentions in a cell. */
type SentimentCounts = Record<Sentiment, number>

/** Counts the sentiment of some answers (contract geo 8). */
export function* toCounts(rows: Row[]) {
  const cells = new Map<number, SentimentCounts>()
  let [totalChecks, mentions] = [0, 0]
  yield* eachCounted(rows, (cell, tally, answer) => {
    totalChecks += 1
    if (!isMentioned(tally, answer)) return
    mentions += 1
    const sentiment = sentimentOf(tally, answer)
    if (sentiment) cells.getOrInsertComputed(cell, noneClassified)[sentiment] += 1
  })
  const classified = [...cells.values()]
  const [positive, neutral, negative] = [
    countOf(classified, 'positive'),
    countOf(classified, 'neutral'),
    countOf(classified, 'negative'),
  ]
  const size = positive + neutral + negative
  const shareOf = (count: number, whole: number) => (whole === 0 ? 0 : count / whole)
  const last = Math.max(...rows.filter(({ counted }) => counted > 0).map(({ tally }) => tally.answeredAt))
  return {
    totalChecks,
    mentions,
    ...{ positive, neutral, negative },
    lastCheckedAt: totalChecks === 0 ? null : new Date(last).toISOString(),
    score: size === 0 ? null : (positive * weights.positive + neutral * weights.neutral) / size,
    n: size,
    interval: intervalOfScore(classified),
    classifiedMentions: size,
    unknownMentions: mentions - size,
    notMentioned: totalChecks - mentions,
    positiveShare: shareOf(positive, size),
    neutralShare: shareOf(neutral, size),
    negativeShare: shareOf(negative, size),
    shareIntervals: intervalsOfShares(classified),
    classificationCoverage: shareOf(size, mentions),
  }
}

/** The counts without answers. */
export const noneCounted = () => runAtOnce(toCounts([]))
type Counts = ReturnType<typeof noneCounted>

const noneClassified = (): SentimentCounts => ({ positive: 0, neutral: 0, negative: 0 })
const sizeOf = ({ positive, neutral, negative }: SentimentCounts) => positive + neutral + negative
const countOf = (cells: SentimentCounts[], sentiment: Sentiment) =>
  cells.reduce((sum, cell) => sum + cell[sentiment], 0)

/** The score is a share of the maximum weight, so its interval is computed like that of a rate. */
function intervalOfScore(cells: SentimentCounts[]) {
  const counts = cells.map((cell) => {
    const counted = noCounts()
    for (const sentiment of ['positive', 'neutral', 'negative'] as const)
      for (let mention = 0; mention < cell[sentiment]; mention++)
        countAnswer(counted, weights[sentiment] / weights.positive, 1)
    return counted
  })
  const { interval } = shareOf(counts)
  return (
    interval && {
      ...interval,
      low: interval.low * weights.positive,
      high: interval.high * weights.positive,
    }
  )
}

function intervalsOfShares(cells: SentimentCounts[]) {
  const intervalOf = (sentiment: Sentiment) =>
    rateOf(cells.map((cell) => ({ answers: sizeOf(cell), mentions: cell[sentiment] }))).interval
  const [positiveShare, neutralShare, negativeShare] = [
    intervalOf('positive'),
    intervalOf('neutral'),
    intervalOf('negative'),
  ]
  return positiveShare && neutralShare && negativeShare && { positiveShare, neutralShare, negativeShare }
}

/** Returns a point per day with counted answers, in order. */
export function* toDays(rows: Row[]) {
  const points: ({ day: string } & Counts)[] = []
  for (const [day, ofDay] of Map.groupBy(withAnswers(rows), ({ tally }) => dayOf(tally.capturedAt)))
    points.push({ day, ...(yield* toCounts(ofDay)) })
  return points
}

export function* toEngines(rows: Row[]) {
  const engines: ({ engine: string } & Counts)[] = []
  for (const [engine, ofEngine] of Map.groupBy(withAnswers(rows), ({ tally }) => tally.engine))
    engines.push({ engine, ...(yield* toCounts(ofEngine)) })
  return engines.sort((a, b) => compareText(a.engine, b.engine))
}

/** Removes rows without counted answers, such as those with only later turns of conversations. */
const withAnswers = (rows: Row[]) => rows.filter(({ counted }) => counted > 0)
