import { Eye, EyeOff, RefreshCw } from 'lucide-react'
import { Restricted } from '../../data/restricted.tsx'
import { Button } from '../../kit/button.tsx'
import { Copy } from '../../kit/copy.tsx'
import { Icon } from '../../kit/icon.tsx'
import * as strings from './strings.ts'

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
      <dt>{strings.secretRow.secret}</dt>
      <dd>
        {shown ? (
          <code className="whole">{shown}</code>
        ) : (
          <code aria-label={strings.secretRow.hidden} role="img">
            {dots}
          </code>
        )}
      </dd>
      <dd>
        <Restricted to="admin" className="row tight justify-end">
          {shown ? (
            <Button look="quiet" slim aria-label={strings.secretRow.hideSecret} onClick={onHide}>
              <Icon of={EyeOff} />
              <span className="wide-only">{strings.secretRow.hide}</span>
            </Button>
          ) : (
            <Button look="quiet" slim aria-label={strings.secretRow.showSecret} onClick={onShow}>
              <Icon of={Eye} />
              <span className="wide-only">{strings.secretRow.show}</span>
            </Button>
          )}
          <Copy text={fetchSecret} what={strings.secretRow.secretNoun} iconIfNarrow />
          <Button look="quiet" slim aria-label={strings.secretRow.newSecret} onClick={onNew}>
            <Icon of={RefreshCw} />
            <span className="wide-only">{strings.secretRow.new}</span>
          </Button>
        </Restricted>
      </dd>
    </div>
  )
}
