import type { Client, InArgs, InStatement, InValue } from '@libsql/client/web'

export type BatchStatement = InStatement | [string, InArgs?]

/** Rows by position. */
export type Rows = { columns: string[]; rows: ArrayLike<unknown>[] }

/** The client for Drizzle, plus reads that return rows by position only, without the cost of names. */
export type DatabaseClient = Client & {
  read(sql: string, args: InValue[]): Promise<Rows>
  /**
   * For statements whose cost grows with the table: they never block the event loop, and fail with 503 after a
   * deadline.
   */
  readInBackground(sql: string, args: InValue[]): Promise<Rows>
  /**
   * Resolves when everything that was read before is on the disk. A write that was awaited is; a read may see the write of
   * another caller earlier.
   */
  durable(): Promise<void>
}
