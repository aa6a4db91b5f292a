import { Stmt, type Stream } from '@libsql/hrana-client'
import { OperatorError } from '../errors.ts'
import { connector, reuseStream } from './server-stream.ts'

export type Server = { url: string; authToken: string | null }
export type Value = null | string | number | bigint | ArrayBuffer | Uint8Array
/** Runs a statement and returns its rows. */
export type Ask = (sql: string, args?: Value[]) => Promise<Value[][]>

export type Transaction = {
  ask: Ask
  /** Runs statements without arguments. */
  run(statements: string[]): Promise<void>
  end(): void
}

/**
 * A connection for one transaction of a libSQL server. A lost connection ends the transaction, so every later statement
 * throws `lost` instead of running on another one.
 */
export function openTransaction(
  { url, authToken }: Server,
  { answerMilliseconds, lost }: { answerMilliseconds: number; lost: string },
): Transaction {
  const kept = reuseStream(connector(url, authToken))
  let first: Stream | null = null
  const use = <T>(act: (stream: Stream) => Promise<T>) =>
    kept.use(performance.now() + answerMilliseconds, (stream) => {
      first ??= stream
      if (stream !== first) throw new OperatorError(lost)
      stream.intMode = 'bigint'
      return act(stream)
    })
  return {
    ask: (sql, args = []) =>
      use(async (stream) => {
        const { rows } = await stream.query(new Stmt(sql).bindIndexes(args))
        return rows.map((row) => Array.from(row as ArrayLike<Value>))
      }),
    run: (statements) => use((stream) => stream.sequence(statements.join(';\n'))),
    end: kept.end,
  }
}
