import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { nearest } from './scale.ts'

export type Probe = ReturnType<typeof useProbe>

/** The selected day: the last one with a value until the keys or the pointer select another. */
export function useProbe(points: readonly unknown[]) {
  const [chosen, setChosen] = useState<number | null>(null)
  const last = Math.max(
    0,
    points.findLastIndex((point) => point !== null),
  )
  const at = chosen !== null && chosen < points.length ? chosen : last

  function press(event: KeyboardEvent) {
    const next = {
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      Home: 0,
      End: points.length - 1,
    }[event.key]
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    setChosen(Math.min(points.length - 1, Math.max(0, next)))
  }
  function point({ clientX, currentTarget }: PointerEvent<SVGElement>) {
    const { left, width } = currentTarget.getBoundingClientRect()
    if (width > 0) setChosen(nearest((clientX - left) / width, points.length))
  }
  return { at, press, point, leave: () => setChosen(null) }
}
