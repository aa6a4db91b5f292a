import { ButtonLink } from '../parts/button.tsx'
import { paths } from '../paths.ts'
import type { Repository } from '../repositories/queries.ts'
import { FirstStep } from './first-step.tsx'

export function WebhookStep({ repository, isDone }: { repository: Repository | null; isDone: boolean }) {
  return (
    <FirstStep
      number={3}
      title="Let releases write it for you"
      state={isDone ? 'done' : 'later'}
      aside={
        repository && !isDone ? (
          <ButtonLink href={paths.repository(repository.id)}>Set up the webhook</ButtonLink>
        ) : null
      }
    >
      <p className="muted">GitHub tells Herald about each release. The draft then waits here for you.</p>
    </FirstStep>
  )
}
