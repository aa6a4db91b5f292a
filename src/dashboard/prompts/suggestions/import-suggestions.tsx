import { ImportDialog } from '../../parts/import-dialog.tsx'
import { useImportSuggestions } from './queries.ts'

/** Where the queries of a search console are taken in. */
export function ImportSuggestions({ onClose }: { onClose: () => void }) {
  const run = useImportSuggestions()
  return (
    <ImportDialog
      title="Import search queries"
      noun="suggestions"
      skippedAs="queries led to none"
      hint="The file Queries.csv of Google Search Console's export, as it is. Other consoles' exports do as well."
      example={'Top queries,Clicks,Impressions,CTR,Position\nchangelog generator,22,1840,1.2%,11.4'}
      run={run}
      onClose={onClose}
    />
  )
}
