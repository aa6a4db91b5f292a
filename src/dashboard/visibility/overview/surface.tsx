import type { Overview } from '../../data/visibility.ts'
import { range } from '../../kit/charts/words.ts'
import { useEngineNames } from '../projects/engines.ts'
import * as strings from './strings.ts'

/** What the figures are about, if a project also asks pages: the APIs, or how often a page had an AI answer. */
export function Surface({ overview: { surface, engines }, isOne }: { overview: Overview; isOne: boolean }) {
  const nameOf = useEngineNames()
  const read = engines.filter(({ pages }) => pages !== null)
  if (isOne || read.length === 0) return null
  const pages = read.find(({ engine }) => engine === surface)?.pages
  if (!pages)
    return (
      <p className="muted small pb-2">{strings.surface.apis(read.map(({ engine }) => nameOf(engine)))}</p>
    )
  const { asked, shown, interval } = pages
  return (
    <p className="muted small pb-2">
      {strings.surface.page(nameOf(surface), shown, asked, interval && range(interval))}
    </p>
  )
}
