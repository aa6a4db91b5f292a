import { useImportSuggestions } from '../../../data/suggestions.ts'
import { ImportDialog } from '../../../kit/import-dialog.tsx'

/** Imports the queries of a search console. */
export function ImportSuggestions({ onClose }: { onClose: () => void }) {
  const run = useImportSuggestions()
  return (
    <ImportDialog
      title="Import search queries"
      skippedAs="not suitable as prompts"
      hint="Queries.csv from a Google Search Console export. Other consoles’ exports work too."
      example={'Top queries,Clicks,Impressions,CTR,Position\nchangelog generator,22,1840,1.2%,11.4'}
      run={run}
      onClose={onClose}
    />
  )
}
