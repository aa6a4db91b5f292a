import type { Terminal } from './command.ts'

/** The progress of long work, in one line of a terminal. */
export type Progress = Disposable & {
  /** Shows the current step and, if known, which share of the work is done, from 0 to 1. */
  show(step: string, share?: number): void
}

/** Shorter work shows nothing. */
const delayMilliseconds = 500
const intervalMilliseconds = 100
const barWidth = 24

/** Starts a line of progress on stderr, which is cleared when it is disposed. Shows nothing without a terminal. */
export function startProgress({ status }: Terminal, now = () => performance.now()): Progress {
  if (!status) return { show() {}, [Symbol.dispose]() {} }
  let latest = ''
  let shown = ''
  let next = now() + delayMilliseconds
  function draw() {
    if (now() < next || latest === shown) return
    next = now() + intervalMilliseconds
    shown = latest
    status?.(shown)
  }
  // A step that waits for another program shows no further progress.
  const timer = setInterval(draw, intervalMilliseconds)
  return {
    show(step, share) {
      latest = formatProgress(step, share)
      draw()
    },
    [Symbol.dispose]() {
      clearInterval(timer)
      if (shown !== '') status('')
    },
  }
}

/** A step, with a bar if its share is known: `Reading pages [======      ]  50%`. */
export function formatProgress(step: string, share?: number): string {
  if (share === undefined) return step
  const done = Math.min(1, Math.max(0, share))
  const bar = '='.repeat(Math.round(done * barWidth)).padEnd(barWidth)
  return `${step} [${bar}] ${String(Math.floor(done * 100)).padStart(3)}%`
}
