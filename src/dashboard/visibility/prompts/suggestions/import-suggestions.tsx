import { useImportSuggestions } from '../../../data/suggestions.ts'
import { ImportDialog } from '../../../kit/import/import-dialog.tsx'
import * as strings from './strings.ts'

/** Imports the queries of a search console. */
export function ImportSuggestions({ onClose }: { onClose: () => void }) {
  const run = useImportSuggestions()
  return (
    <ImportDialog
      title={strings.importSuggestions.importSearchQueries}
      skippedAs={strings.importSuggestions.notSuitableAsPrompts}
      hint={strings.importSuggestions.hint}
      example={strings.importSuggestions.example}
      run={run}
      onClose={onClose}
    />
  )
}
