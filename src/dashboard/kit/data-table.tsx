import type { MouseEvent, ReactNode } from 'react'

export type Column<Row> = {
  head: string
  /** Replaces the label if the head is an axis. */
  scale?: ReactNode
  cell: (row: Row) => ReactNode
  /** Numbers are aligned right. */
  number?: boolean
  /** The position in a two-line row: first and second share the first line, full has its own. */
  narrow?: 'first' | 'second' | 'full' | 'drop'
  /** The label before the value when the head is hidden. */
  label?: string
  /** For screen readers only. */
  hideHead?: boolean
  muted?: boolean
  /** Hidden below 1200 px. */
  roomy?: boolean
  /** The width, as a class. */
  width?: string
}

/**
 * A table whose rows have two lines on a narrow screen; roles are explicit, because such rows lose theirs.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  keyOf,
  isSelected,
  below,
  onRow,
}: {
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  keyOf: (row: Row) => string
  isSelected?: (row: Row) => boolean
  /** The expanded content below a row; null if it is closed. */
  below?: (row: Row) => ReactNode
  /** What a click on any part of a row does. The row needs a button for the same, which keyboards reach. */
  onRow?: (row: Row) => void
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
              <tr
                role="row"
                className={[opened && 'open', onRow && 'opens'].filter(Boolean).join(' ') || undefined}
                aria-selected={isSelected?.(row)}
                onClick={onRow && ((event) => isOnRow(event) && onRow(row))}
              >
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

/** Whether a click is meant for the row: on no control of it, and no end of a selection. */
function isOnRow({ target }: MouseEvent<HTMLTableRowElement>): boolean {
  const isControl = target instanceof Element && target.closest('a, button, input, select, label') !== null
  return !isControl && window.getSelection()?.isCollapsed !== false
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
