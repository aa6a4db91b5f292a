import type { Step } from '../../kit/steps.tsx'
import * as strings from './strings.ts'

/** The steps of a run, in order: the text while a step runs, and after it. */
export const runSteps = [
  {
    step: 'gather',
    now: strings.steps.gathering,
    done: strings.steps.gathered,
  },
  { step: 'draft', now: strings.steps.writing, done: strings.steps.wrote },
  {
    step: 'check',
    now: strings.steps.checking,
    done: strings.steps.checked,
  },
  { step: 'humanize', now: strings.steps.improving, done: strings.steps.improved },
  { step: 'save', now: strings.steps.saving, done: strings.steps.saved },
]

/** The index of a step; null if it is none. */
export function placeOf(step: string | null): number | null {
  const place = runSteps.findIndex((each) => each.step === step)
  return place === -1 ? null : place
}

type BriefRun = { status: string; step: string | null; humanized: boolean | null; error: string | null }

/** The finished, current and remaining steps of a run. */
export function stepsOf({ status, step, humanized, error }: BriefRun): Step[] {
  const place = placeOf(step) ?? 0
  if (status === 'approved')
    return [
      { label: strings.steps.queued, state: 'now' },
      ...runSteps.map(({ now }): Step => ({ label: now, state: 'later' })),
    ]
  if (status === 'writing')
    return runSteps.map(
      ({ now, done }, at): Step =>
        at < place ? { label: done, state: 'done' } : { label: now, state: at === place ? 'now' : 'later' },
    )
  if (status === 'failed')
    return [
      ...runSteps.slice(0, place).map(({ done }): Step => ({ label: done, state: 'done' })),
      { label: error ?? strings.steps.runFailed, state: 'failed' },
    ]
  return runSteps.map(
    ({ step, done }): Step =>
      step === 'humanize' && humanized === false
        ? {
            label: strings.steps.styleNotChanged,
            state: 'warned',
          }
        : { label: done, state: 'done' },
  )
}
