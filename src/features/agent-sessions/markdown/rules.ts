import type { CallRow, SessionRow, StepRow, TurnRow } from '../model.ts'

type Told = { session: SessionRow; turns: TurnRow[]; steps: StepRow[]; calls: CallRow[] }

const outcomes: Record<CallRow['status'], string> = {
  requested: 'not run yet',
  waiting: 'waits for an answer',
  begun: 'running',
  completed: 'done',
  failed: 'failed',
  rejected: 'not approved',
}

/** A session to keep or to pass on: what was said in each turn, and which tools were called for it. */
export function writeMarkdown({ session, turns, steps, calls }: Told): string {
  const parts = turns.flatMap((turn) => [
    `## Turn ${turn.number + 1}`,
    quote(turn.message),
    ...steps
      .filter((step) => step.turn === turn.number && step.finishedAt !== null)
      .flatMap((step) => [
        ...(step.text.trim() ? [step.text.trim()] : []),
        ...calls.filter((call) => call.turn === turn.number && call.step === step.step).map(tellCall),
      ]),
    ...(turn.status === 'failed' ? ['_The turn failed._'] : []),
    ...(turn.status === 'cancelled' ? ['_The turn was cancelled._'] : []),
  ])
  return `${[`# Session of ${session.createdAt.toISOString().slice(0, 10)}`, ...parts].join('\n\n')}\n`
}

const quote = (text: string) => text.replace(/^/gm, '> ')

const tellCall = ({ tool, status }: CallRow) => `- \`${tool}\`: ${outcomes[status]}`
