import { useState } from 'react'
import { intentOf } from '../../../../features/geo/prompts/intent.ts'
import { useAnswers } from '../../../data/answers.ts'
import type { Prompt } from '../../../data/prompts.ts'
import { Button } from '../../../kit/button.tsx'
import { Dialog } from '../../../kit/dialog.tsx'
import { Loaded } from '../../../kit/loaded.tsx'
import { Section } from '../../../kit/page.tsx'
import { DeletePrompt } from '../delete-prompt.tsx'
import { intentName } from '../intent.ts'
import { AnswerTable } from './answer-table.tsx'
import { History } from './history-table.tsx'
import { NamesBrand } from './names-brand.tsx'
import { Rescan } from './rescan.tsx'
import * as strings from './strings.ts'

/** One prompt: the latest answer of each engine, and the history by scan. */
export function PromptDialog({
  promptId,
  prompt,
  onClose,
}: {
  /** The id under which its answers are stored. */
  promptId: string
  /** Null if it was deleted; its answers remain. */
  prompt: Prompt | null
  onClose: () => void
}) {
  const [isDeleting, setDeleting] = useState(false)
  const answers = useAnswers({ promptId, engine: '', page: 1 })
  const asked = prompt?.prompt ?? answers.data?.results[0]?.prompt
  return (
    <Dialog
      title={asked ?? strings.promptDialog.prompt}
      onClose={onClose}
      wide
      footer={
        prompt && (
          <Button look="danger" onClick={() => setDeleting(true)}>
            {strings.promptDialog.delete}
          </Button>
        )
      }
    >
      {prompt ? (
        <div className="row">
          <span className="tag">{strings.promptDialog.intent(intentName(intentOf(prompt.prompt)))}</span>
          {prompt.source === 'auto' && <span className="tag">{strings.promptDialog.automatic}</span>}
          {prompt.tags.map((tag) => (
            <span key={tag} className="tag">
              {strings.promptDialog.tag(tag)}
            </span>
          ))}
          {!prompt.enabled && <span className="muted small">{strings.promptDialog.paused}</span>}
          <span className="end">
            <Rescan promptId={promptId} />
          </span>
        </div>
      ) : (
        <p className="muted">{strings.promptDialog.deleted}</p>
      )}
      {prompt?.source === 'custom' && <NamesBrand prompt={prompt} />}
      <Section title={strings.promptDialog.latestAnswers} first>
        <Loaded query={answers} rows={3}>
          {({ results }) =>
            results.length > 0 ? (
              <AnswerTable answers={results} isOfOne />
            ) : (
              <p className="muted pt-3">{strings.promptDialog.noAnswersYet}</p>
            )
          }
        </Loaded>
      </Section>
      <History promptId={promptId} />
      {prompt && isDeleting && <DeletePrompt prompt={prompt} onClose={() => setDeleting(false)} />}
    </Dialog>
  )
}
