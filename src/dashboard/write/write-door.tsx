import { lazy, Suspense } from 'react'
import type { Source } from './write-dialog.tsx'

const WriteDialog = lazy(() => import('./write-dialog.tsx').then((m) => ({ default: m.WriteDialog })))

/** Fetches the dialog when it is wanted. */
export function WriteDoor({ source, onClose }: { source?: Source; onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <WriteDialog source={source} onClose={onClose} />
    </Suspense>
  )
}
