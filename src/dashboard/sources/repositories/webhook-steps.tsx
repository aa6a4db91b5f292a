import { Check, ExternalLink as Outside } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Repository } from '../../data/repositories.ts'
import { isGreeted, type Webhook } from '../../data/repository.ts'
import { buttonClass } from '../../kit/button.tsx'
import { Icon } from '../../kit/icon.tsx'
import { Status } from '../../kit/status.tsx'
import { Time } from '../../kit/time.tsx'
import * as strings from './strings.ts'

type StepState = 'done' | 'now' | 'later'

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
      <Step
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
      <Step place={2} state={begun} title={strings.webhookSteps.fillInTheseFourFields}>
        {children}
      </Step>
      <Step
        place={3}
        state={isDone ? 'done' : isFilled ? 'now' : 'later'}
        title={isDone ? strings.webhookSteps.pingReceived : strings.webhookSteps.waitForPing}
        aside={<Ping webhook={webhook} />}
      >
        {!isDone && <p className="in muted">{strings.webhookSteps.pingHint}</p>}
      </Step>
    </ol>
  )
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

function Step({
  place,
  state,
  title,
  aside,
  children,
}: {
  place: number
  state: StepState
  title: string
  aside?: ReactNode
  children?: ReactNode
}) {
  return (
    <li className={state}>
      <span className="no">
        {state === 'done' ? (
          <>
            <Icon of={Check} />
            <span className="sr">{strings.webhookSteps.done}</span>
          </>
        ) : (
          place
        )}
      </span>
      <h3 className="leading-7">{title}</h3>
      {aside ?? <span className="aside" />}
      {children}
    </li>
  )
}
