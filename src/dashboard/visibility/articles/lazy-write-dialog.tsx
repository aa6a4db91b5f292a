import { lazy, Suspense } from 'react'
import type { Source } from './write-dialog.tsx'

const WriteDialog = lazy(() => import('./write-dialog.tsx').then((m) => ({ default: m.WriteDialog })))

/** Loads the dialog when it is first opened. */
export function LazyWriteDialog(props: { source?: Source; topic?: string; onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <WriteDialog {...props} />
    </Suspense>
  )
}
