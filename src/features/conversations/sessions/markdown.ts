import type { Context } from '../../../context.ts'
import type { Caller } from '../../keys/model.ts'
import { writeHeading, writeTurn } from '../engine/markdown.ts'
import type { TurnRow } from './model.ts'
import { getSession } from './service.ts'
import { titleOfSession } from './session-state.ts'
import { readTurns, toTurns } from './turn/history.ts'

const notes: Partial<Record<TurnRow['status'], string>> = {
  failed: 'The turn failed.',
  cancelled: 'The turn was canceled.',
}

/** A session of the caller's organization as Markdown. */
export async function getMarkdown(ctx: Context, caller: Caller, id: string): Promise<string> {
  const session = await getSession(ctx, caller, id)
  const { turns, ...rest } = await readTurns(ctx, id, 0)
  const title = titleOfSession(turns[0]?.message ?? null)
  const heading = writeHeading({ title, createdAt: session.createdAt.toISOString() })
  const written = toTurns({ turns, ...rest }).map((turn, index) =>
    writeTurn({ ...turn, note: notes[turns[index]?.status ?? 'completed'] }),
  )
  return [heading, ...written].join('')
}
