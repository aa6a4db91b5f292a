import type { ReactNode } from 'react'

export type Column<Row> = {
  head: string
  /** In place of the word, where the head is an axis. */
  scale?: ReactNode
  cell: (row: Row) => ReactNode
  /** Numbers stand at the right. */
  number?: boolean
  /** Where it stands when a row has become two lines: first and second share the first line, full has one of its own. */
  narrow?: 'first' | 'second' | 'full' | 'drop'
  /** Said before the value when the heads are gone. */
  label?: string
  /** Read aloud, not shown. */
  hideHead?: boolean
  muted?: boolean
  /** Hidden below 1200 px. */
  roomy?: boolean
  /** How wide it is, as a class. */
  width?: string
}

/** A table whose rows become two lines on a narrow screen; the roles are written out since such rows lose them. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  keyOf,
  isSelected,
  below,
}: {
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  keyOf: (row: Row) => string
  isSelected?: (row: Row) => boolean
  /** What is opened below a row; null where nothing is. */
  below?: (row: Row) => ReactNode
}) {
  return (
    // biome-ignore-start lint/a11y: rows laid out as a grid lose their roles
    <table className="table" role="table" aria-label={caption} data-list="">
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th
              key={column.head}
              role="columnheader"
              scope="col"
              className={
                [column.number && 'num', column.roomy && 'roomy', column.width].filter(Boolean).join(' ') ||
                undefined
              }
            >
              {column.hideHead || column.scale ? <span className="sr">{column.head}</span> : column.head}
              {column.scale}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => {
          const opened = below?.(row)
          return (
            <FragmentOfRows key={keyOf(row)} opened={opened} span={columns.length}>
              <tr role="row" className={opened ? 'open' : undefined} aria-selected={isSelected?.(row)}>
                {columns.map((column) => (
                  <td key={column.head} role="cell" className={cellClass(column)} data-label={column.label}>
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            </FragmentOfRows>
          )
        })}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y: rows laid out as a grid lose their roles
  )
}

function FragmentOfRows({
  opened,
  span,
  children,
}: {
  opened: ReactNode
  span: number
  children: ReactNode
}) {
  if (!opened) return children
  return (
    // biome-ignore-start lint/a11y: rows laid out as a grid lose their roles
    <>
      {children}
      <tr role="row" className="below">
        <td role="cell" colSpan={span} className="full">
          {opened}
        </td>
      </tr>
    </>
    // biome-ignore-end lint/a11y: rows laid out as a grid lose their roles
  )
}

function cellClass({ number, narrow, muted, roomy }: Column<never>): string | undefined {
  return [number && 'num', muted && 'muted', roomy && 'roomy', narrow].filter(Boolean).join(' ') || undefined
}
