import type { Tally } from '../../scans/answer-counts.ts'
import type { Windows } from '../comparison/rules.ts'
import { toAverage } from '../model.ts'
import { countCells, countPositions, type Row, sumUp } from '../survey/rules.ts'
import { dayOf } from '../window/rules.ts'

/** A point for each day and engine with answers, in order of both, and one for each day over all engines. */
export function toDays({ survey, after }: Windows) {
  const days = [...Map.groupBy(after, ({ tally }) => dayOf(tally.capturedAt))].map(([day, rows]) => {
    const counts = countCells(survey, rows)
    const toPoint = (rows: Row[], strata?: number[]) => {
      const { checks, mentions, n, interval } = sumUp(survey, counts, strata)
      const { avgPosition } = toAverage(countPositions(rows))
      return { day, checks, mentions, avgPosition, n, interval }
    }
    const points = [...Map.groupBy(rows, ({ stratum }) => stratum)]
      .map(([stratum, rows]) => ({
        engine: survey.strata[stratum]?.engine ?? '',
        ...toPoint(rows, [stratum]),
      }))
      .sort((a, b) => (a.engine < b.engine ? -1 : 1))
    return { points, brand: toPoint(rows) }
  })
  return { points: days.flatMap(({ points }) => points), brand: days.map(({ brand }) => brand) }
}

/** The days on which an engine answered as another model than before; where it tells none, nothing is known. */
export function toModelChanges({ after }: Windows) {
  const last = new Map<string, string>()
  return after
    .map(({ tally }) => tally)
    .toSorted((a, b) => a.capturedAt - b.capturedAt)
    .flatMap(({ engine, modelReported: to, capturedAt }: Tally) => {
      const from = last.get(engine)
      if (to === null) return []
      last.set(engine, to)
      return from === undefined || from === to ? [] : [{ day: dayOf(capturedAt), engine, from, to }]
    })
}
