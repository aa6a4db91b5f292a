import type { Step } from '../parts/steps.tsx'

/** What a run does, in its order: while it does, when it has done so. */
export const runSteps = [
  {
    step: 'gather',
    now: 'Gathering answers, pages and the voice',
    done: 'Gathered answers, pages and the voice',
  },
  { step: 'draft', now: 'Writing the draft', done: 'Wrote the draft' },
  {
    step: 'check',
    now: 'Checking it against the outline and its evidence',
    done: 'Checked it against the outline and its evidence',
  },
  { step: 'humanize', now: 'Making it read well', done: 'Made it read well' },
  { step: 'save', now: 'Saving it as a draft post', done: 'Saved it as a draft post' },
]

/** The place of a step among all, null of none. */
export function placeOf(step: string | null): number | null {
  const place = runSteps.findIndex((each) => each.step === step)
  return place === -1 ? null : place
}

type Run = { status: string; step: string | null; humanized: boolean | null; error: string | null }

/** What a run has done, does and will do. */
export function stepsOf({ status, step, humanized, error }: Run): Step[] {
  const place = placeOf(step) ?? 0
  if (status === 'approved')
    return [
      { label: 'Waiting for its turn', state: 'now' },
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
      { label: error ?? 'The run failed.', state: 'failed' },
    ]
  return runSteps.map(
    ({ step, done }): Step =>
      step === 'humanize' && humanized === false
        ? {
            label: 'Kept the draft as it was written: smoothing it would have lost something',
            state: 'warned',
          }
        : { label: done, state: 'done' },
  )
}
