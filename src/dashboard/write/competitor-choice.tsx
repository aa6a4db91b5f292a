import type { Competitor } from '../competitors/queries.ts'

/** So many may be named (spec: Briefs). */
const most = 25

/** Whom the article may set the brand against. */
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
      <legend>Competitors</legend>
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
          ? 'None is ticked: it may name all that you track.'
          : `It names ${chosen.length === 1 ? 'this one' : `these ${chosen.length}`} alone${chosen.length >= most ? ', which is as many as it may' : ''}.`}
      </p>
    </fieldset>
  )
}
