import { isTrackerTarget } from '../../data/repositories.ts'
import * as strings from './strings.ts'

/** The repositories of an automation by name, the first two of them. */
export function Sources({ ids, names }: { ids: string[]; names: Record<string, string> }) {
  const shown = ids.slice(0, 2)
  const more = ids.length - shown.length
  return (
    <>
      {shown.map((id) => (
        <span key={id} className={names[id] ? 'block break-words' : 'muted block'}>
          {nameOf(id, names)}
        </span>
      ))}
      {more > 0 && (
        <span
          className="muted small"
          title={ids
            .slice(2)
            .map((id) => nameOf(id, names))
            .join(', ')}
        >
          {strings.sources.andMore(more)}
        </span>
      )}
    </>
  )
}

/** A repository by name, or a note that it is gone. Trackers are always read. */
const nameOf = (id: string, names: Record<string, string>) =>
  names[id] ?? (isTrackerTarget(id) ? strings.sources.issueTracker : strings.sources.disconnected)
