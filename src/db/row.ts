import type { InValue, ResultSet, Row } from '@libsql/client/web'

export type RowShape = {
  result(rows: InValue[][]): ResultSet
  written(rowsAffected: number, lastInsertRowid: bigint): ResultSet
}

/**
 * Rows in libSQL's shape: values by position and by column name, with only the names enumerable. Positions are
 * getters on a prototype that is created once per statement, which is several times cheaper than defining them on
 * every row; names alone are not enough, since a join may return the same name twice.
 */
export function rowShape(columns: string[]): RowShape {
  class StatementRow {
    readonly #values: InValue[];
    [name: string]: unknown
    constructor(values: InValue[]) {
      this.#values = values
      for (let i = 0; i < columns.length; i++) {
        const value = values[i]
        if (value instanceof Uint8Array) values[i] = value.slice().buffer
        this[columns[i] as string] = values[i]
      }
    }
    static at(row: StatementRow, position: number) {
      return row.#values[position]
    }
  }
  Object.defineProperty(StatementRow.prototype, 'length', { value: columns.length })
  for (let position = 0; position < columns.length; position++) {
    Object.defineProperty(StatementRow.prototype, position, {
      get() {
        return StatementRow.at(this, position)
      },
    })
  }

  const columnTypes = columns.map(() => '')
  function resultSet(rows: Row[], rowsAffected: number, lastInsertRowid: bigint | undefined): ResultSet {
    const toJSON = () => ({
      columns,
      columnTypes,
      rows,
      rowsAffected,
      lastInsertRowid: lastInsertRowid?.toString(),
    })
    return { columns, columnTypes, rows, rowsAffected, lastInsertRowid, toJSON }
  }

  return {
    result: (rows) =>
      resultSet(
        rows.map((values) => new StatementRow(values) as unknown as Row),
        0,
        undefined,
      ),
    written: (rowsAffected, lastInsertRowid) => resultSet([], rowsAffected, lastInsertRowid),
  }
}
