import { Link } from 'wouter'
import type { Home } from '../data/home.ts'
import { paths } from '../data/paths.ts'
import { addressFor } from '../data/project-address.ts'
import { ranges } from '../data/window/window.ts'
import { changeInSentence, rateInSentence, toFigure } from '../visibility/overview/this-week.ts'
import * as strings from './strings.ts'

/** How often AI answers name the brand, and whether that changed, in one sentence. */
export function VisibilityInWords({ visibility }: { visibility: NonNullable<Home['visibility']> }) {
  const { projectId, days, brand } = visibility
  if (brand.n === 0) return null
  const before = ranges.find(({ value }) => value === String(days))?.before ?? ''
  const sentence = `${rateInSentence(toFigure(brand), brand)}${changeInSentence(brand.comparison, before)}.`
  return (
    <p className="pt-2 pb-6 text-base">
      {sentence}{' '}
      <Link href={addressFor(projectId, paths.visibility())}>{strings.visibilityInWords.more}</Link>
    </p>
  )
}
