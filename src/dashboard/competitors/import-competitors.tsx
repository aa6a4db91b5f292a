import { ImportDialog } from '../parts/import-dialog.tsx'
import { useImportCompetitors } from './queries.ts'

/** Takes in competitors of a file; those that are tracked already are changed in their place. */
export function ImportCompetitors({ onClose }: { onClose: () => void }) {
  const load = useImportCompetitors()
  return (
    <ImportDialog
      title="Import competitors"
      hint="Columns: name (required), domain, kind, synonyms. Separate synonyms with |."
      example={'name,domain,kind,synonyms\nBeta,beta.example,direct,Beta Log|BL'}
      run={(csv) => load.mutateAsync(csv)}
      onClose={onClose}
    />
  )
}
