import { Eye, EyeOff, RefreshCw } from 'lucide-react'
import { Restricted } from '../../data/restricted.tsx'
import { Button } from '../../kit/button.tsx'
import { Copy } from '../../kit/copy.tsx'
import { Icon } from '../../kit/icon.tsx'

const dots = '•'.repeat(24)

/** The secret of a webhook: hidden by default, with buttons to show, copy and replace it. */
export function SecretRow({
  shown,
  onShow,
  onHide,
  onNew,
  fetchSecret,
}: {
  /** Null while it is hidden. */
  shown: string | null
  onShow: () => void
  onHide: () => void
  onNew: () => void
  fetchSecret: () => Promise<string>
}) {
  return (
    <div>
      <dt>Secret</dt>
      <dd>
        {shown ? (
          <code className="whole">{shown}</code>
        ) : (
          <code aria-label="Hidden" role="img">
            {dots}
          </code>
        )}
      </dd>
      <dd>
        <Restricted to="admin" className="row tight justify-end">
          {shown ? (
            <Button look="quiet" slim aria-label="Hide the secret" onClick={onHide}>
              <Icon of={EyeOff} />
              <span className="wide-only">Hide</span>
            </Button>
          ) : (
            <Button look="quiet" slim aria-label="Show the secret" onClick={onShow}>
              <Icon of={Eye} />
              <span className="wide-only">Show</span>
            </Button>
          )}
          <Copy text={fetchSecret} what="the secret" iconIfNarrow />
          <Button look="quiet" slim aria-label="New secret" onClick={onNew}>
            <Icon of={RefreshCw} />
            <span className="wide-only">New</span>
          </Button>
        </Restricted>
      </dd>
    </div>
  )
}
