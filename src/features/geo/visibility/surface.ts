import type { Engines } from '../../../ai/engines/engines.ts'
import { isPage } from '../../../ai/engines/kind-of-answer.ts'
import type { Tally } from '../scans/answer-counts.ts'
import type { Row } from './answer-grid.ts'
import type { Windows } from './comparison.ts'

/** The surface of all engines that are asked through their APIs. */
export const apiSurface = 'api'

/**
 * What a figure is about: the APIs together, or one page of a search engine or assistant, by its engine. A figure never
 * mixes them: people see other answers there, and some pages have none.
 */
export const surfaceOfTally = ({ engine, page }: Pick<Tally, 'engine' | 'page'>): string =>
  page === null ? apiSurface : engine

/** Returns the surface of an engine by its id. */
export function surfaceOfEngine(engines: Engines, id: string): string {
  const engine = engines.find(id)
  return engine && isPage(engine) ? id : apiSurface
}

/** Returns the surface that figures are about if none is named: the APIs, or the first page if only pages are asked. */
export function standardSurface(engines: Engines, tracked: string[]): string {
  const surfaces = tracked.map((id) => surfaceOfEngine(engines, id))
  return surfaces.includes(apiSurface) ? apiSurface : (surfaces[0] ?? apiSurface)
}

/** The answers with only those of a surface. */
export function ofSurface<T extends { after: Tally[]; before: Tally[] }>(answers: T, surface: string): T {
  const isOf = (tally: Tally) => surfaceOfTally(tally) === surface
  return { ...answers, after: answers.after.filter(isOf), before: answers.before.filter(isOf) }
}

/** The windows with only the answers of a surface. */
export function windowsOfSurface<T extends Windows>(windows: T, surface: string): T {
  const isOf = ({ tally }: Row) => surfaceOfTally(tally) === surface
  const [before, after] = [windows.before.filter(isOf), windows.after.filter(isOf)]
  return { ...windows, before, after, grid: { ...windows.grid, rows: [...before, ...after] } }
}
