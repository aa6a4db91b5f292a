import { useState } from 'react'
import { useAnswers } from '../../../data/answers.ts'
import type { Prompt } from '../../../data/prompts.ts'
import { Button } from '../../../kit/button.tsx'
import { Dialog } from '../../../kit/dialog.tsx'
import { Loaded } from '../../../kit/loaded.tsx'
import { Section } from '../../../kit/page.tsx'
import { DeletePrompt } from '../delete-prompt.tsx'
import { intentName, intentOf } from '../intent.ts'
import { AnswerTable } from './answer-table.tsx'
import { History } from './history-table.tsx'
import { Rescan } from './rescan.tsx'

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
      title={asked ?? 'Prompt'}
      onClose={onClose}
      wide
      footer={
        prompt && (
          <Button look="danger" onClick={() => setDeleting(true)}>
            Delete
          </Button>
        )
      }
    >
      {prompt ? (
        <div className="row">
          <span className="tag">{intentName(intentOf(prompt.prompt))}</span>
          {prompt.source === 'auto' && <span className="tag">Automatic</span>}
          {prompt.tags.map((tag) => (
            <span key={tag} className="tag">
              {tag}
            </span>
          ))}
          {!prompt.enabled && <span className="muted small">Paused. Scans skip it.</span>}
          <span className="end">
            <Rescan promptId={promptId} />
          </span>
        </div>
      ) : (
        <p className="muted">This prompt was deleted. Its past answers are below.</p>
      )}
      <Section title="Latest answers" first>
        <Loaded query={answers} rows={3}>
          {({ results }) =>
            results.length > 0 ? (
              <AnswerTable answers={results} isOfOne />
            ) : (
              <p className="muted pt-3">No answers yet. The next scan includes this prompt.</p>
            )
          }
        </Loaded>
      </Section>
      <History promptId={promptId} />
      {prompt && isDeleting && <DeletePrompt prompt={prompt} onClose={() => setDeleting(false)} />}
    </Dialog>
  )
}
