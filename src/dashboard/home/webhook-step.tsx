import { paths } from '../data/paths.ts'
import type { Repository } from '../data/repositories.ts'
import { ButtonLink } from '../kit/button.tsx'
import { FirstStep } from './first-step.tsx'

export function WebhookStep({ repository, isDone }: { repository: Repository | null; isDone: boolean }) {
  return (
    <FirstStep
      number={3}
      title="Automate with a webhook"
      state={isDone ? 'done' : 'later'}
      aside={
        repository && !isDone ? (
          <ButtonLink href={paths.repository(repository.id)}>Set up webhook</ButtonLink>
        ) : null
      }
    >
      <p className="muted">GitHub notifies Herald of each release, and Herald drafts the changelog.</p>
    </FirstStep>
  )
}
