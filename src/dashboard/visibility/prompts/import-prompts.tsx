import { useImportPrompts } from '../../data/prompts.ts'
import { ImportDialog } from '../../kit/import-dialog.tsx'

/** Imports prompts from a file. */
export function ImportPrompts({ onClose }: { onClose: () => void }) {
  const run = useImportPrompts()
  return (
    <ImportDialog
      title="Import prompts"
      hint="Columns: prompt and enabled (optional: yes or no). At most 500 lines."
      example={'prompt,enabled\nbest changelog tool for small teams,yes'}
      run={run}
      onClose={onClose}
    />
  )
}
