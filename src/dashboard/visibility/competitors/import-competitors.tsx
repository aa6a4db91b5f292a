import { useImportCompetitors } from '../../data/competitors.ts'
import { ImportDialog } from '../../kit/import/import-dialog.tsx'
import * as strings from './strings.ts'

/** Imports competitors from a file; tracked ones are updated. */
export function ImportCompetitors({ onClose }: { onClose: () => void }) {
  const load = useImportCompetitors()
  return (
    <ImportDialog
      title={strings.importCompetitors.importCompetitors}
      hint={strings.importCompetitors.hint}
      example={'name,domain,kind,synonyms\nBeta,beta.example,direct,Beta Log|BL'}
      run={(csv) => load.mutateAsync(csv)}
      onClose={onClose}
    />
  )
}
