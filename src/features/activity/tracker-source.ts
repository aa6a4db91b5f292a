import type { Context } from '../../context.ts'
import { count, joinWords } from '../../text/line.ts'
import type { Range, TrackerReader } from '../../tracker/adapter.ts'
import { TrackerError } from '../../tracker/error.ts'
import type { TrackerRow } from '../integrations/model.ts'
import { openTracker } from '../integrations/trackers.ts'
import type { Source, StoredRead, Window } from './model.ts'
import { isPassing, markUnread } from './rules.ts'

/** A tracker as a run reads it: the issues closed in a window. */
export function trackerSource(
  ctx: Context,
  tracker: TrackerRow,
  window: Window,
  signal: AbortSignal,
): Source {
  const { id, displayName: name } = tracker
  return {
    id,
    name,
    async read() {
      try {
        return await readTracker(ctx, tracker, window, signal)
      } catch (error) {
        if (!(error instanceof TrackerError) || signal.aborted || isPassing(error)) throw error
        return markUnread(name, error)
      }
    },
    // The repositories show these changes as well.
    without: (refusal) => ({ step: `without:${id}`, act: async () => markUnread(name, refusal) }),
  }
}

async function readTracker(
  ctx: Context,
  tracker: TrackerRow,
  { start, end, label }: Window,
  signal: AbortSignal,
): Promise<StoredRead> {
  const { displayName, teamId, leftOut } = tracker
  const reader = await openTracker(ctx, tracker, signal)
  const range = { since: start, until: end, teamId }
  const { issues, note } = await reader.readIssues({ ...range, leftOut })
  const { ended, problem } = await readEnded(reader, range)
  const sentences = [
    `Read ${count(issues.length, 'issue')} of ${displayName} from the ${label}.`,
    ended.length > 0 && `Ended in it: ${joinWords(ended)}.`,
    note,
    problem,
  ]
  return { issues, ended, message: sentences.filter(Boolean).join(' ') }
}

/** Ended projects and cycles are optional: the issues are used even if the tracker refuses these. */
async function readEnded(reader: TrackerReader, range: Range) {
  try {
    return { ended: await reader.readEnded(range), problem: null }
  } catch (error) {
    if (!(error instanceof TrackerError) || isPassing(error)) throw error
    return { ended: [], problem: `Its projects and cycles cannot be read: ${error.message}` }
  }
}
