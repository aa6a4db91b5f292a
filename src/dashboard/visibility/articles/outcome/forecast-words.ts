import type { Brief } from '../../../data/briefs.ts'
import * as strings from './strings.ts'

type Forecast = NonNullable<Brief['forecast']>

/** A rise of this size is worth waiting for longer. */
const usualRise = 0.2
/** The prompt of a brief and its most variants. */
const maxPrompts = 5
const hoursPerWeek = 168

/** Says before the approval which rise could be seen, and when. */
export function explainForecast(forecast: Forecast | null): string {
  const look = forecast?.looks.find(({ rise }) => rise <= usualRise) ?? forecast?.looks.at(-1)
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
  const needed = promptsFor(forecast, look.rise)
  return needed === null ? visible : `${visible} ${strings.forecast.withMorePrompts(needed, usualRise * 100)}`
}

/** The number of prompts with which the usual rise would be visible as early; null if it is, or if no choice suffices. */
function promptsFor({ prompts, controls }: Forecast, rise: number): number | null {
  if (rise <= usualRise) return null
  // The visible rise is in proportion to the root of 1 / prompts + 1 / controls.
  const share = (usualRise / rise) ** 2 * (1 / prompts + 1 / controls) - 1 / controls
  const needed = Math.ceil(1 / share)
  return share > 0 && needed <= maxPrompts ? needed : null
}
