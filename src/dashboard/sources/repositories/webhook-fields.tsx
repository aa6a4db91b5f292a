import { useState } from 'react'
import type { Repository } from '../../data/repositories.ts'
import { useReveal, type Webhook } from '../../data/repository.ts'
import { Copy } from '../../kit/copy.tsx'
import { Failure } from '../../kit/notice.tsx'
import { NewSecret } from './new-secret.tsx'
import { SecretRow } from './secret-row.tsx'
import * as strings from './strings.ts'

const eventNames: Record<string, string> = strings.webhookFields.eventNames

/** The values for GitHub's form, each with a copy button. */
export function WebhookFields({
  repository,
  webhook: { url, contentType, events },
}: {
  repository: Repository
  webhook: Webhook
}) {
  const [secret, setSecret] = useState<string | null>(null)
  const [isRenewing, setRenewing] = useState(false)
  const reveal = useReveal(repository.id)
  const fetchSecret = async () => (await reveal.mutateAsync()).secret
  return (
    <div className="in">
      <dl className="reads">
        <Field
          name={strings.webhookFields.payloadUrl}
          value={url}
          what={strings.webhookFields.payloadUrlNoun}
        />
        <Field
          name={strings.webhookFields.contentType}
          value={contentType}
          what={strings.webhookFields.contentTypeNoun}
        />
        <SecretRow
          shown={secret}
          onShow={() => fetchSecret().then(setSecret, () => {})}
          onHide={() => setSecret(null)}
          onNew={() => setRenewing(true)}
          fetchSecret={fetchSecret}
        />
        <div>
          <dt>{strings.webhookFields.events}</dt>
          <dd>{events.map((event) => eventNames[event] ?? event).join(', ')}</dd>
          <dd />
        </div>
      </dl>
      {reveal.isError && <Failure error={reveal.error} />}
      {isRenewing && (
        <NewSecret repository={repository} onMade={setSecret} onClose={() => setRenewing(false)} />
      )}
    </div>
  )
}

function Field({ name, value, what }: { name: string; value: string; what: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <code className="whole">{value}</code>
      </dd>
      <dd>
        <Copy text={value} what={what} iconIfNarrow />
      </dd>
    </div>
  )
}
