import type { Brief } from '../../../data/briefs.ts'
import * as strings from './strings.ts'

type Forecast = NonNullable<Brief['forecast']>

/** A rise of this size is worth waiting for longer. */
const usualRise = 0.2
const hoursPerWeek = 168

/** Says before the approval which rise could be seen, and when. */
export function explainForecast(forecast: Forecast | null): string {
  const look = forecast?.looks.find(({ rise }) => rise <= usualRise) ?? forecast?.looks.at(-1)
  if (!forecast || !look) return strings.forecast.notMeasurable
  const { prompts, engines, scanIntervalHours } = forecast
  const weeks = Math.ceil((look.scans * scanIntervalHours) / hoursPerWeek)
  return strings.forecast.visibleAfter(
    strings.forecast.scansEvery(scanIntervalHours / 24),
    prompts,
    engines,
    Math.round(look.rise * 100),
    weeks,
  )
}
