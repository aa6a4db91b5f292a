import { Button } from './button.tsx'
import * as strings from './strings.ts'

/** The end of a bulk bar: select all, or none. */
export function SelectionEnd({
  selection: { isAll, selectAll, clear },
}: {
  selection: { isAll: boolean; selectAll: () => void; clear: () => void }
}) {
  return (
    <span className="row tight end">
      {!isAll && (
        <Button look="quiet" onClick={selectAll}>
          {strings.selectionEnd.selectAll}
        </Button>
      )}
      <Button look="quiet" shortcut="Esc" onClick={clear}>
        {strings.selectionEnd.clear}
      </Button>
    </span>
  )
}
