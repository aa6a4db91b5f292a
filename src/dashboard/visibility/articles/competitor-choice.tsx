import type { Competitor } from '../../data/competitors.ts'

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
          ? 'None selected: the article may name any tracked competitor.'
          : `The article may name only ${chosen.length === 1 ? 'this competitor' : `these ${chosen.length} competitors`}${chosen.length >= most ? ' (the maximum)' : ''}.`}
      </p>
    </fieldset>
  )
}
