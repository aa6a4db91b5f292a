import { useMay } from '../../data/session.tsx'
import { Copy } from '../../kit/copy.tsx'
import { Switch } from '../../kit/field.tsx'
import { Failure } from '../../kit/notice.tsx'
import { Section } from '../../kit/page.tsx'
import type { Fields } from './fields.ts'
import * as strings from './strings.ts'

/** Whether the public page is on, and its URL. */
export function PublicPage({ settings: { publicPage, publicPageUrl }, failures, change }: Fields) {
  const mayChange = useMay('admin')
  return (
    <Section
      title={strings.publicPage.publicPage}
      action={
        <Switch
          label={publicPage ? strings.publicPage.on : strings.publicPage.off}
          disabled={!mayChange}
          checked={publicPage}
          onChange={({ target }) => change({ publicPage: target.checked })}
        />
      }
    >
      <div className="settings">
        {publicPage ? (
          <>
            <p>{strings.publicPage.onHint}</p>
            <span className="row">
              <a href={publicPageUrl} className="cut">
                {publicPageUrl}
              </a>
              <Copy text={publicPageUrl} what={strings.publicPage.urlNoun} />
            </span>
          </>
        ) : (
          <p className="muted">{strings.publicPage.offHint}</p>
        )}
        {failures.publicPage && <Failure error={failures.publicPage} />}
      </div>
    </Section>
  )
}
