import { useEffect, useRef, useState } from 'react'
import { Status } from '../../kit/status.tsx'
import * as strings from './strings.ts'

/** The progress while an outline is planned. */
export function Planning({ topic }: { topic: string }) {
  const seconds = useSeconds()
  const place = useRef<HTMLDivElement>(null)
  // The pressed button was removed, so the focus moves here.
  useEffect(() => place.current?.focus(), [])
  return (
    <div className="grid gap-3" role="status" ref={place} tabIndex={-1}>
      <p className="strong">{topic}</p>
      <Status state="busy">
        {seconds < 10 ? strings.planning.planning : strings.planning.planningFor(seconds)}
      </Status>
      <p className="muted">{strings.planning.explanation}</p>
    </div>
  )
}

/** The time since this was shown. */
function useSeconds(): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const begin = Date.now()
    const timer = setInterval(() => setSeconds(Math.round((Date.now() - begin) / 1000)), 5000)
    return () => clearInterval(timer)
  }, [])
  return seconds
}
