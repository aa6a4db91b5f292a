import type { Delivery } from '../../data/deliveries.ts'
import type { Repository } from '../../data/repositories.ts'
import { Copy } from '../../kit/copy.tsx'
import { ExternalLink } from '../../kit/external-link.tsx'
import { JsonView } from '../../kit/json-view.tsx'
import { fixOf } from './fixes.tsx'
import { HowToFix } from './how-to-fix.tsx'
import * as strings from './strings.ts'
import { isReadByHerald, linkOf } from './words.ts'

/** An expanded delivery: how to fix an error, its id, and its payload. */
export function DeliveryDetail({
  delivery,
  repository,
}: {
  delivery: Delivery
  /** Null if it is no longer connected. */
  repository: Repository | null
}) {
  const { referenceId, title, status, errorMessage, payload } = delivery
  const link = linkOf(delivery)
  return (
    <div className="grid grid-cols-1 gap-3">
      {status === 'failed' && (
        <HowToFix fix={fixOf(delivery, repository)} reason={errorMessage === title ? null : errorMessage} />
      )}
      {isReadByHerald(delivery) && <p className="small">{strings.deliveryDetail.readByHerald}</p>}
      <p className="row small">
        <span className="muted">{strings.deliveryDetail.delivery}</span>
        <code className="break-all">{referenceId}</code>
        <Copy text={referenceId} what={strings.deliveryDetail.deliveryIdNoun} />
        {link && <ExternalLink href={link}>{strings.deliveryDetail.openOnGitHub}</ExternalLink>}
      </p>
      {payload && (
        <details className="fold" open>
          <summary>{strings.deliveryDetail.payload}</summary>
          <JsonView value={payload} label={strings.deliveryDetail.payloadNoun} />
        </details>
      )}
    </div>
  )
}
