import { useImportPrompts } from '../../data/prompts.ts'
import { ImportDialog } from '../../kit/import-dialog.tsx'
import * as strings from './strings.ts'

/** Imports prompts from a file. */
export function ImportPrompts({ onClose }: { onClose: () => void }) {
  const run = useImportPrompts()
  return (
    <ImportDialog
      title={strings.importPrompts.importPrompts}
      hint={strings.importPrompts.hint}
      example={strings.importPrompts.example}
      run={run}
      onClose={onClose}
    />
  )
}
