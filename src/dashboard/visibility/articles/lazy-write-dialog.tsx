import { lazy, Suspense } from 'react'
import type { Source } from './write-dialog.tsx'

const WriteDialog = lazy(() => import('./write-dialog.tsx').then((m) => ({ default: m.WriteDialog })))

/** Fetches the dialog when it is wanted. */
export function WriteDoor(props: { source?: Source; topic?: string; onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <WriteDialog {...props} />
    </Suspense>
  )
}
