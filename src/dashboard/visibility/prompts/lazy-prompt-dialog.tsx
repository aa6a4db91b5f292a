import { lazy, Suspense } from 'react'
import { usePrompts } from '../../data/prompts.ts'
import { useQueryState } from '../../data/query-state.ts'
import { rawId } from './stored-id.ts'

const PromptDialog = lazy(() =>
  import('./answers/prompt-dialog.tsx').then((m) => ({ default: m.PromptDialog })),
)

/** Opens the prompt in the URL, by its own id or by the id under which its answers are stored. */
export function LazyPromptDialog() {
  const [opened, open] = useQueryState('open')
  const prompts = usePrompts()
  if (!opened || !prompts.data) return null
  const prompt = prompts.data.find(({ id }) => id === rawId(opened))
  return (
    <Suspense fallback={null}>
      <PromptDialog promptId={opened} prompt={prompt ?? null} onClose={() => open('')} />
    </Suspense>
  )
}
