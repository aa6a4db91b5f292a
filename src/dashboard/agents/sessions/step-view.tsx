import { Prose } from '../conversation/prose.tsx'
import { Thoughts } from '../conversation/thoughts.tsx'
import { ToolLine } from '../conversation/tool-line.tsx'
import { isOfKind, type Kind } from './kinds.ts'
import { Request, type RequestActions } from './request.tsx'
import * as strings from './strings.ts'
import type { Entry, Step } from './timeline.ts'
import { UsageLine } from './usage.tsx'

/** One step: a call of the model and its results, filtered by kind. */
export function StepView({
  step: { index, entries, voided, usage },
  kind,
  isRunning,
  actions,
}: {
  step: Step
  kind: Kind
  isRunning: boolean
  actions: RequestActions
}) {
  return (
    <>
      {kind === '' && voided.length > 0 && <Voided attempts={voided} />}
      {entries
        .filter((entry) => isOfKind(entry, kind) && (kind !== '' || !isAsked(entry)))
        .map((entry) => (
          <EntryView key={entry.id} entry={entry} isRunning={isRunning} actions={actions} />
        ))}
      {kind === 'usage' && usage && <UsageLine label={strings.stepView.step(index + 1)} usage={usage} />}
    </>
  )
}

/** Entries that a card shows already. */
const isAsked = (entry: Entry) => entry.kind === 'call' && entry.outcome === 'waiting'

function EntryView({
  entry,
  isRunning,
  actions,
}: {
  entry: Entry
  isRunning: boolean
  actions: RequestActions
}) {
  switch (entry.kind) {
    case 'said':
      return <Prose text={entry.text} />
    case 'thought':
      return <Thoughts text={entry.text} isThinking={isRunning && !entry.isWhole} />
    case 'call':
      return (
        <ToolLine
          tool={entry.tool}
          outcome={entry.outcome === 'running' && !isRunning ? 'interrupted' : entry.outcome}
          input={entry.input}
          output={entry.output}
          error={entry.error}
        />
      )
    case 'request':
      return <Request request={entry.request} resolution={entry.resolution} actions={actions} />
  }
}

/** The discarded text of interrupted attempts. */
function Voided({ attempts }: { attempts: Entry[][] }) {
  return (
    <details className="call">
      <summary>{strings.stepView.interruptedAttempts(attempts.length)}</summary>
      {attempts.flat().map((entry) => (
        <p key={entry.id} className="answer-text muted">
          {entry.kind === 'said' || entry.kind === 'thought' ? entry.text : entry.id}
        </p>
      ))}
    </details>
  )
}
