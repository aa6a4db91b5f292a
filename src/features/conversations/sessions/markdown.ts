import type { Context } from '../../../context.ts'
import { streamMarkdown } from '../../../http/stream-text.ts'
import type { Caller } from '../../keys/model.ts'
import { writeHeading, writeTurn } from '../engine/markdown.ts'
import type { SessionRow, TurnRow } from './model.ts'
import { getSession } from './service.ts'
import { titleOfSession } from './session-state.ts'
import { readTurns, toTurns } from './turn/history.ts'

const notes: Partial<Record<TurnRow['status'], string>> = {
  failed: 'The turn failed.',
  cancelled: 'The turn was canceled.',
}

/** Turns in one slice: each may have hundreds of calls. */
const sliceSize = 20

/** A session of the caller's organization as Markdown, which is streamed. */
export async function getMarkdown(ctx: Context, caller: Caller, id: string) {
  return streamMarkdown(writeMarkdown(ctx, await getSession(ctx, caller, id)))
}

async function* writeMarkdown(
  ctx: Context,
  { id, createdAt, turns: count }: SessionRow,
): AsyncGenerator<string, void> {
  for (let first = 0; first < count; first += sliceSize) {
    const read = await readTurns(ctx, id, first, first + sliceSize)
    if (first === 0) {
      const title = titleOfSession(read.turns[0]?.message ?? null)
      yield writeHeading({ title, createdAt: createdAt.toISOString() })
    }
    const written = toTurns(read).map((turn, index) =>
      writeTurn({ ...turn, note: notes[read.turns[index]?.status ?? 'completed'] }),
    )
    if (written.length > 0) yield written.join('')
  }
}
