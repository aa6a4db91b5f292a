import { lazy, Suspense } from 'react'

const Palette = lazy(() => import('./palette.tsx').then((m) => ({ default: m.Palette })))

/** Loads the palette when it is first opened. */
export function LazyPalette({ open, onClose }: { open: boolean; onClose: () => void }) {
  if (!open) return null
  return (
    <Suspense fallback={null}>
      <Palette onClose={onClose} />
    </Suspense>
  )
}
