import type { Gaps } from '../../data/gaps.ts'
import { useQueryState } from '../../data/query-state.ts'
import { LazyWriteDialog } from '../articles/lazy-write-dialog.ts'

/** The dialog that plans an article for the gap in the URL. */
export function WriteGap({ gaps }: { gaps: Gaps }) {
  const [wanted, want] = useQueryState('write')
  if (wanted === '') return null
  const close = () => want('')
  const prompt = gaps.promptGaps.find(({ id }) => id === wanted)
  if (prompt)
    return <LazyWriteDialog source={{ kind: 'gap', id: prompt.id, prompt: prompt.prompt }} onClose={close} />
  const search = gaps.searchGaps.find(({ id }) => id === wanted)
  if (search)
    return (
      <LazyWriteDialog
        source={{ kind: 'search_console', id: search.id, prompt: search.prompt }}
        onClose={close}
      />
    )
  return null
}
