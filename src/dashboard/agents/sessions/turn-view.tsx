import { memo } from 'react'
import { Notice } from '../../kit/notice.tsx'
import { Time } from '../../kit/time.tsx'
import type { Kind } from './kinds.ts'
import type { RequestActions } from './request.tsx'
import { StepView } from './step-view.tsx'
import * as strings from './strings.ts'
import { type Turn, usageOf } from './timeline.ts'
import { UsageLine } from './usage.tsx'

/** A message and the steps that answer it. */
export const TurnView = memo(function TurnView({
  turn,
  kind,
  actions,
}: {
  turn: Turn
  kind: Kind
  actions: RequestActions
}) {
  const { number, message, at, state, steps, failure } = turn
  const isRunning = state === 'running'
  const isOver = !isRunning && state !== 'waiting'
  return (
    <section className="turn" aria-label={strings.turnView.turnNumber(number + 1)}>
      <article className="asked">
        <h2>
          {strings.turnView.turnNumber(number + 1)}
          <span className="muted">
            <Time at={at} />
          </span>
        </h2>
        {message === null ? <p className="muted">{strings.turnView.startNotLoaded}</p> : <p>{message}</p>}
      </article>
      <article className="reply" aria-busy={isRunning}>
        <h3 className="sr">{strings.turnView.herald}</h3>
        {steps.map((step) => (
          <StepView key={step.index} step={step} kind={kind} isRunning={isRunning} actions={actions} />
        ))}
        {isRunning && steps.every(({ entries }) => entries.length === 0) && (
          <p className="muted">{strings.turnView.working}</p>
        )}
        {state === 'failed' && failure && (
          <Notice kind="bad">{strings.turnView.failed(failure.replace(/[^.]$/, '$&.'))}</Notice>
        )}
        {state === 'cancelled' && <p className="muted">{strings.turnView.cancelled}</p>}
        {(kind === '' || kind === 'usage') && isOver && steps.some(({ usage }) => usage) && (
          <UsageLine
            label={kind === '' ? strings.turnView.usage : strings.turnView.total}
            usage={usageOf(turn)}
          />
        )}
      </article>
    </section>
  )
})
