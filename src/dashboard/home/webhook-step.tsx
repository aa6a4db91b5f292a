import { paths } from '../data/paths.ts'
import type { Repository } from '../data/repositories.ts'
import { ButtonLink } from '../kit/button.tsx'
import { FirstStep } from './first-step.tsx'
import * as strings from './strings.ts'

export function WebhookStep({ repository, isDone }: { repository: Repository | null; isDone: boolean }) {
  return (
    <FirstStep
      number={4}
      title={strings.webhookStep.automateWithWebhook}
      state={isDone ? 'done' : 'later'}
      aside={
        repository && !isDone ? (
          <ButtonLink href={paths.repository(repository.id)}>{strings.webhookStep.setUpWebhook}</ButtonLink>
        ) : null
      }
    >
      <p className="muted">{strings.webhookStep.text}</p>
    </FirstStep>
  )
}
