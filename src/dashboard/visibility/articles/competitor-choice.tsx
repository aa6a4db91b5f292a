import type { Competitor } from '../../data/competitors.ts'
import * as strings from './strings.ts'

/** The maximum number of competitors (spec: Briefs). */
const most = 25

/** The competitors that the article may compare the brand with. */
export function CompetitorChoice({
  competitors,
  chosen,
  onChange,
}: {
  competitors: Competitor[]
  chosen: string[]
  onChange: (ids: string[]) => void
}) {
  return (
    <fieldset>
      <legend>{strings.competitorChoice.competitors}</legend>
      <div className="choice">
        {competitors.map(({ id, name }) => {
          const is = chosen.includes(id)
          return (
            <label key={id}>
              <input
                type="checkbox"
                checked={is}
                disabled={!is && chosen.length >= most}
                onChange={() => onChange(is ? chosen.filter((each) => each !== id) : [...chosen, id])}
              />
              {name}
            </label>
          )
        })}
      </div>
      <p className="muted small pt-2">
        {chosen.length === 0
          ? strings.competitorChoice.noneSelected
          : strings.competitorChoice.selected(chosen.length, chosen.length >= most)}
      </p>
    </fieldset>
  )
}
