import { ImportDialog } from '../parts/import-dialog.tsx'
import { useImportCompetitors } from './queries.ts'

/** Takes in competitors of a file; those that are tracked already are changed in their place. */
export function ImportCompetitors({ onClose }: { onClose: () => void }) {
  const load = useImportCompetitors()
  return (
    <ImportDialog
      title="Import competitors"
      noun="competitors"
      hint="The columns are name, domain, kind and synonyms, with | between the synonyms. Only name is needed."
      example={'name,domain,kind,synonyms\nBeta,beta.example,direct,Beta Log|BL'}
      run={(csv) => load.mutateAsync(csv)}
      onClose={onClose}
    />
  )
}
