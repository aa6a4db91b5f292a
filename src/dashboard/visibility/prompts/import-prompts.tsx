import { useImportPrompts, usePreviewPrompts } from '../../data/prompts.ts'
import { ImportDialog } from '../../kit/import/import-dialog.tsx'
import * as strings from './strings.ts'

/** Imports prompts from a file. */
export function ImportPrompts({ onClose }: { onClose: () => void }) {
  const run = useImportPrompts()
  const preview = usePreviewPrompts()
  return (
    <ImportDialog
      title={strings.importPrompts.importPrompts}
      hint={strings.importPrompts.hint}
      example={strings.importPrompts.example}
      run={run}
      preview={async (csv) => {
        const { prompts, short, ...counts } = await preview(csv)
        const rows = prompts.map(({ prompt, tags }) => [prompt, ...tags].join(', '))
        return { ...counts, rows, warnings: short.map(strings.importPrompts.short) }
      }}
      onClose={onClose}
    />
  )
}
