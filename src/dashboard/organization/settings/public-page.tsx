import { useMay } from '../../data/session.tsx'
import { Copy } from '../../kit/copy.tsx'
import { Switch } from '../../kit/field.tsx'
import { Failure } from '../../kit/notice.tsx'
import { Section } from '../../kit/page.tsx'
import type { Fields } from './fields.ts'

/** Whether the public page is on, and its URL. */
export function PublicPage({ settings: { publicPage, publicPageUrl }, failures, change }: Fields) {
  const mayChange = useMay('admin')
  return (
    <Section
      title="Public page"
      action={
        <Switch
          label={publicPage ? 'On' : 'Off'}
          disabled={!mayChange}
          checked={publicPage}
          onChange={({ target }) => change({ publicPage: target.checked })}
        />
      }
    >
      <div className="settings">
        {publicPage ? (
          <>
            <p>Anyone can read and subscribe to published changelogs and blog posts.</p>
            <span className="row">
              <a href={publicPageUrl} className="cut">
                {publicPageUrl}
              </a>
              <Copy text={publicPageUrl} what="the URL of the public page" />
            </span>
          </>
        ) : (
          <p className="muted">Only members and API keys can see published posts.</p>
        )}
        {failures.publicPage && <Failure error={failures.publicPage} />}
      </div>
    </Section>
  )
}
