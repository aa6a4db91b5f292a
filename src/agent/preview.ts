import type { Context } from '../context.ts'
import type { Asker } from '../http/on-behalf.ts'
import type { OperationRoute } from '../http/operation.ts'
import type { Input } from './call.ts'

/** The record that a call touches, as it stands. */
export type Subject = { kind: string; id: string; version: string }

/** What a person is asked before a call, and the record that they are asked about. */
export type Preview = { prompt: string; subject: Subject | null }

/** What a call of an operation would do, told by code. */
export async function previewOperation(
  _ctx: Context,
  { operation }: OperationRoute,
  input: Input,
  _asker: Asker,
): Promise<Preview> {
  return { prompt: `${operation.summary}: ${JSON.stringify(input)}`, subject: null }
}
