import { useState } from 'react'
import type { Brief } from '../../data/briefs.ts'
import { Button } from '../../kit/button.tsx'
import { LazyWriteDialog } from './lazy-write-dialog.ts'
import * as strings from './strings.ts'

/** Shown for an article whose post was deleted: it can be planned again for the same source. */
export function PostGone({ brief }: { brief: Brief }) {
  const [isWriting, setWriting] = useState(false)
  const { sourceKind: kind, sourceId: id } = brief
  const { topic } = brief.brief
  const source = kind === 'manual' || id === null ? undefined : { kind, id, prompt: topic }
  return (
    <>
      <p className="row pt-4">
        <span className="grow muted">{strings.postGone.deleted}</span>
        <Button onClick={() => setWriting(true)}>{strings.postGone.writeAgain}</Button>
      </p>
      {isWriting && <LazyWriteDialog source={source} topic={topic} onClose={() => setWriting(false)} />}
    </>
  )
}
