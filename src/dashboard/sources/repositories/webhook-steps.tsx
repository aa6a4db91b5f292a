import { ExternalLink as Outside } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Repository } from '../../data/repositories.ts'
import { isGreeted, type Webhook } from '../../data/repository.ts'
import { buttonClass } from '../../kit/button.tsx'
import { Icon } from '../../kit/icon.tsx'
import { NumberedStep, type StepState } from '../../kit/numbered-step.tsx'
import { Status } from '../../kit/status.tsx'
import { Time } from '../../kit/time.tsx'
import * as strings from './strings.ts'

/** The steps of the set-up at GitHub, and its ping; the middle step has the values to enter. */
export function WebhookSteps({
  repository,
  webhook,
  children,
}: {
  repository: Repository
  webhook: Webhook
  children: ReactNode
}) {
  const isDone = isGreeted(webhook)
  const isFilled = webhook.hasSecret
  const begun: StepState = isDone ? 'done' : 'now'
  return (
    // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is none to some readers
    <ol className="steps" role="list">
      <NumberedStep
        place={1}
        state={begun}
        title={strings.webhookSteps.openWebhookFormOnGitHub}
        aside={
          <a
            className={buttonClass({ className: 'aside' })}
            href={webhook.hookSettingsUrl}
            target="_blank"
            rel="noreferrer"
          >
            {strings.webhookSteps.settingsOf(repository.owner, repository.repo)}
            <Icon of={Outside} />
          </a>
        }
      />
      <NumberedStep place={2} state={begun} title={strings.webhookSteps.fillInTheseFourFields}>
        {children}
      </NumberedStep>
      <NumberedStep
        place={3}
        state={isDone ? 'done' : isFilled ? 'now' : 'later'}
        title={titleOfPing(webhook)}
        aside={<Ping webhook={webhook} />}
      >
        {!isDone && <p className="in muted">{strings.webhookSteps.pingHint}</p>}
      </NumberedStep>
    </ol>
  )
}

function titleOfPing(webhook: Webhook): string {
  if (webhook.pingAt !== null) return strings.webhookSteps.pingReceived
  return isGreeted(webhook) ? strings.webhookSteps.deliveryReceived : strings.webhookSteps.waitForPing
}

function Ping({ webhook }: { webhook: Webhook }) {
  const at = webhook.pingAt ?? (isGreeted(webhook) ? webhook.lastDeliveryAt : null)
  return (
    <span className="aside muted" role="status">
      {at ? (
        <Time at={at} />
      ) : (
        webhook.hasSecret && <Status state="busy">{strings.webhookSteps.waitingForGitHub}</Status>
      )}
    </span>
  )
}
