import type { Windows } from '../comparison/rules.ts'
import { toAverage } from '../model.ts'
import { countCells, sumPositions, sumUp } from '../survey/rules.ts'
import { dayOf } from '../window/rules.ts'

/** A point for each day and engine with answers, in order of both. */
export function toPoints({ survey, after }: Windows) {
  const days = Map.groupBy(after, ({ tally }) => dayOf(tally.capturedAt))
  return [...days].flatMap(([day, rows]) => {
    const counts = countCells(survey, rows)
    return [...Map.groupBy(rows, ({ stratum }) => stratum)]
      .map(([stratum, rows]) => {
        const { checks, mentions, n, interval } = sumUp(survey, counts, [stratum])
        const { sum, count } = sumPositions(rows)
        const engine = survey.strata[stratum]?.engine ?? ''
        return { day, engine, checks, mentions, avgPosition: toAverage(sum, count), n, interval }
      })
      .sort((a, b) => (a.engine < b.engine ? -1 : 1))
  })
}
