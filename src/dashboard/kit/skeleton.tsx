import { useEffect, useState } from 'react'
import * as strings from './strings.ts'

const widths = ['w-3/5', 'w-4/5', 'w-1/2', 'w-2/3', 'w-3/4']

/** The skeleton of a loading list; nothing in the first 150 ms, so that fast answers do not flicker. */
export function Skeleton({ rows = 5 }: { rows?: number }) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 150)
    return () => clearTimeout(timer)
  }, [])
  if (!shown) return null
  return (
    <div role="status" aria-label={strings.skeleton.loading} className="grid gap-6 py-4">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars are all alike
        <span key={row} className={`skeleton ${widths[row % widths.length]}`} />
      ))}
    </div>
  )
}
