import { usePrompts } from '../../data/prompts.ts'
import { useQueryState } from '../../data/query-state.ts'
import { lazyView } from '../../kit/lazy-view.tsx'
import { rawId } from './stored-id.ts'

const PromptDialog = lazyView(() => import('./answers/prompt-dialog.tsx').then((m) => m.PromptDialog))

/** Opens the prompt in the URL, by its own id or by the id under which its answers are stored. */
export function LazyPromptDialog() {
  const [opened, open] = useQueryState('open')
  const prompts = usePrompts()
  if (!opened || !prompts.data) return null
  const prompt = prompts.data.find(({ id }) => id === rawId(opened))
  return <PromptDialog promptId={opened} prompt={prompt ?? null} onClose={() => open('')} />
}
