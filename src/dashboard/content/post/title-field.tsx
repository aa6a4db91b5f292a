import { useId } from 'react'
import { useStore } from '../../kit/store.ts'
import type { Draft } from './draft/draft.ts'
import * as strings from './strings.ts'

/** The title, as large as readers see it. */
export function TitleField({ draft, onEnter }: { draft: Draft; onEnter: () => void }) {
  const title = useStore(draft.title)
  const id = useId()
  return (
    <>
      <label className="sr" htmlFor={id}>
        {strings.titleField.title}
      </label>
      <textarea
        id={id}
        className="title-field"
        rows={1}
        value={title}
        onChange={(event) => draft.setTitle(event.target.value.replace(/\s*\n\s*/g, ' '))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          onEnter()
        }}
      />
    </>
  )
}
