import { Link } from 'wouter'
import { paths } from '../../data/paths.ts'
import type { Repository } from '../../data/repositories.ts'
import { type Webhook as Facts, isGreeted, useFollow, useWebhook } from '../../data/repository.ts'
import { Loaded } from '../../kit/loaded.tsx'
import { Notice } from '../../kit/notice.tsx'
import { Time } from '../../kit/time.tsx'
import { fixOf } from '../activity/fixes.tsx'
import { HowToFix } from '../activity/how-to-fix.tsx'
import { MissedEvents } from './missed-events.tsx'
import * as strings from './strings.ts'
import { WebhookFields } from './webhook-fields.tsx'
import { WebhookSteps } from './webhook-steps.tsx'

/** The set-up of the webhook in three steps, the last of which is GitHub's ping. */
export function Webhook({ repository }: { repository: Repository }) {
  const webhook = useWebhook(repository.id)
  useFollow(webhook.data, repository.webhook)
  return (
    <Loaded query={webhook} rows={6}>
      {(facts) => (
        <section className="pt-2" aria-label={strings.webhook.setup}>
          <h2 className="sr">{strings.webhook.setup}</h2>
          <div className="grid grid-cols-1 gap-5 pt-5 empty:hidden">
            {!facts.isReachable && !isGreeted(facts) && <Unreachable id={repository.id} url={facts.url} />}
            <LastFailure repository={repository} webhook={facts} />
          </div>
          <WebhookSteps repository={repository} webhook={facts}>
            <WebhookFields repository={repository} webhook={facts} />
          </WebhookSteps>
          <MissedEvents repository={repository} />
        </section>
      )}
    </Loaded>
  )
}

function Unreachable({ id, url }: { id: string; url: string }) {
  return (
    <Notice kind="warn">
      {strings.webhook.unreachable(
        new URL(url).host,
        <Link href={paths.repositorySettings(id)}>{strings.webhook.turnOnPolling}</Link>,
      )}
    </Notice>
  )
}

/** Why the webhook is failing, and how to fix it. */
function LastFailure({ repository, webhook }: { repository: Repository; webhook: Facts }) {
  const { state, lastFailure } = webhook
  if (state !== 'failing' || !lastFailure) return null
  const { title, errorMessage, createdAt } = lastFailure
  return (
    <div className="grid grid-cols-1 gap-2">
      <p>{strings.webhook.rejected(<Time at={createdAt} />)}</p>
      <HowToFix fix={fixOf(lastFailure, repository)} reason={errorMessage === title ? null : errorMessage} />
    </div>
  )
}
