import { Status } from './status.tsx'
import type { Saving } from './use-autosave.ts'

/** Whether what was changed is kept by now. */
export function SavingStatus({ saving: { state } }: { saving: Saving }) {
  return (
    <span role="status" className="saving">
      {state === 'saving' && <Status state="busy">Saving</Status>}
      {state === 'saved' && <Status state="good">Saved</Status>}
      {state === 'failed' && <Status state="bad">Not saved</Status>}
    </span>
  )
}
