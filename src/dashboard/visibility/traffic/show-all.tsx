import { Button } from '../../kit/button.tsx'
import * as strings from './strings.ts'

/** How many rows a table has until all are wanted. */
export const shortest = 10

/** The button below a table that shows all its rows, or the first ones again; none if all rows are shown anyway. */
export function ShowAll({
  count,
  isWhole,
  onChange,
}: {
  count: number
  isWhole: boolean
  onChange: (isWhole: boolean) => void
}) {
  if (count <= shortest) return null
  return (
    <p className="pt-3">
      <Button slim onClick={() => onChange(!isWhole)}>
        {isWhole ? strings.table.showFirst(shortest) : strings.table.showAll(count.toLocaleString())}
      </Button>
    </p>
  )
}
