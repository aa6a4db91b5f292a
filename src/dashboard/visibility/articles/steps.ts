import type { Step } from '../../kit/steps.tsx'

/** The steps of a run, in order: the text while a step runs, and after it. */
export const runSteps = [
  {
    step: 'gather',
    now: 'Gathering answers, pages and brand voice',
    done: 'Gathered answers, pages and brand voice',
  },
  { step: 'draft', now: 'Writing the draft', done: 'Wrote the draft' },
  {
    step: 'check',
    now: 'Checking the draft against outline and evidence',
    done: 'Checked the draft against outline and evidence',
  },
  { step: 'humanize', now: 'Improving the style', done: 'Improved the style' },
  { step: 'save', now: 'Saving a draft post', done: 'Saved a draft post' },
]

/** The index of a step; null if it is none. */
export function placeOf(step: string | null): number | null {
  const place = runSteps.findIndex((each) => each.step === step)
  return place === -1 ? null : place
}

type Run = { status: string; step: string | null; humanized: boolean | null; error: string | null }

/** The finished, current and remaining steps of a run. */
export function stepsOf({ status, step, humanized, error }: Run): Step[] {
  const place = placeOf(step) ?? 0
  if (status === 'approved')
    return [
      { label: 'Queued', state: 'now' },
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
            label: 'Style not changed: the edit would have lost content',
            state: 'warned',
          }
        : { label: done, state: 'done' },
  )
}
