import { useImportCompetitors } from '../../data/competitors.ts'
import { ImportDialog } from '../../kit/import-dialog.tsx'

/** Imports competitors from a file; tracked ones are updated. */
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
