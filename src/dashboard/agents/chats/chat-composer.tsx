import type { RefObject } from 'react'
import { useModels } from '../../data/chats.ts'
import { Composer } from '../conversation/composer.tsx'
import type { Draft } from '../conversation/draft.ts'
import { Choices } from './choices.tsx'

/** The composer of a chat, with its sources and model. */
export function ChatComposer({
  draft,
  change,
  ...rest
}: {
  label: string
  field?: RefObject<HTMLTextAreaElement | null>
  draft: Draft
  change: (patch: Partial<Draft>) => void
  isBusy: boolean
  onSend: () => void
  onStop?: () => void
}) {
  const { data: models } = useModels()
  return (
    <Composer {...rest} text={draft.text} onChange={(text) => change({ text })} obstacle={models?.obstacle}>
      <Choices draft={draft} change={change} models={models} />
    </Composer>
  )
}
