import type { Brief } from '../../../data/briefs.ts'
import * as strings from './strings.ts'

type Forecast = NonNullable<Brief['forecast']>

const hoursPerWeek = 168

/** Says before the approval which rise could be seen, and when. */
export function explainForecast(forecast: Forecast | null): string {
  const look = forecast?.looks.find(({ rise }) => rise <= forecast.usualRise) ?? forecast?.looks.at(-1)
  if (!forecast || !look) return strings.forecast.notMeasurable
  const { prompts, engines, scanIntervalHours } = forecast
  const weeks = Math.ceil((look.scans * scanIntervalHours) / hoursPerWeek)
  const visible = strings.forecast.visibleAfter(
    strings.forecast.scansEvery(scanIntervalHours / 24),
    prompts,
    engines,
    Math.round(look.rise * 100),
    weeks,
  )
  const { promptsNeeded, usualRise } = forecast
  return promptsNeeded === null
    ? visible
    : `${visible} ${strings.forecast.withMorePrompts(promptsNeeded, Math.round(usualRise * 100))}`
}
