import { asc, eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Caller } from '../../keys/model.ts'
import type { CallRow, SessionRow, StepRow, TurnRow } from './model.ts'
import { getSession } from './service.ts'
import { agentCalls, agentSteps, agentTurns } from './table.ts'

type SessionText = { session: SessionRow; turns: TurnRow[]; steps: StepRow[]; calls: CallRow[] }

const outcomes: Record<CallRow['status'], string> = {
  requested: 'not run yet',
  waiting: 'waits for an answer',
  begun: 'running',
  completed: 'done',
  failed: 'failed',
  rejected: 'not approved',
}

/** A session to keep or to pass on: what was said in each turn, and which tools were called for it. */
function writeMarkdown({ session, turns, steps, calls }: SessionText): string {
  const parts = turns.flatMap((turn) => [
    `## Turn ${turn.number + 1}`,
    quote(turn.message),
    ...steps
      .filter((step) => step.turn === turn.number && step.finishedAt !== null)
      .flatMap((step) => [
        ...(step.text.trim() ? [step.text.trim()] : []),
        ...calls.filter((call) => call.turn === turn.number && call.step === step.step).map(describeCall),
      ]),
    ...(turn.status === 'failed' ? ['_The turn failed._'] : []),
    ...(turn.status === 'cancelled' ? ['_The turn was cancelled._'] : []),
  ])
  return `${[`# Session of ${session.createdAt.toISOString().slice(0, 10)}`, ...parts].join('\n\n')}\n`
}

const quote = (text: string) => text.replace(/^/gm, '> ')

const describeCall = ({ tool, status }: CallRow) => `- \`${tool}\`: ${outcomes[status]}`

/** A session of the caller's organization as Markdown. */
export async function getMarkdown(ctx: Context, caller: Caller, id: string): Promise<string> {
  const session = await getSession(ctx, caller, id)
  const [turns, steps, calls] = await Promise.all([
    ctx.db.select().from(agentTurns).where(eq(agentTurns.sessionId, id)).orderBy(asc(agentTurns.number)),
    ctx.db
      .select()
      .from(agentSteps)
      .where(eq(agentSteps.sessionId, id))
      .orderBy(asc(agentSteps.turn), asc(agentSteps.step)),
    ctx.db.select().from(agentCalls).where(eq(agentCalls.sessionId, id)).orderBy(asc(agentCalls.id)),
  ])
  return writeMarkdown({ session, turns, steps, calls })
}
