import { useLook, useSaveLook } from '../../data/public-page.ts'
import { useMay } from '../../data/session.tsx'
import { useSaveSettings, useSettings } from '../../data/settings.ts'
import { SaveState, useAutosave } from '../../kit/autosave.tsx'
import { Copy } from '../../kit/copy.tsx'
import { Switch } from '../../kit/field.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Failure } from '../../kit/notice.tsx'
import { PageHead, Section } from '../../kit/page.tsx'
import { Destinations } from '../destinations/destinations.tsx'
import { DomainFields } from './domain-fields.tsx'
import { isComplete } from './link-fields.tsx'
import { type Fields, LookFields, type Values } from './look-fields.tsx'
import { PagePreview } from './page-preview.tsx'
import * as strings from './strings.ts'
import { Subscribers } from './subscribers.tsx'

/** The public page: whether it is on, how it looks, and a preview. */
export function PublicPage() {
  const settings = useSettings()
  const look = useLook()
  const saveSettings = useSaveSettings()
  const saveLook = useSaveLook()
  const mayChange = useMay('admin')
  const { draft, failures, change, flush, retry, state } = useAutosave<Values>(
    ({ publicPage, ...patch }) => (publicPage === undefined ? saveLook(patch) : saveSettings({ publicPage })),
    (key, { links }) => key === 'links' && !(links ?? []).every(isComplete),
  )
  return (
    <>
      <SaveState state={state} retry={retry} />
      <PageHead
        title={strings.publicPage.title}
        sub={mayChange ? strings.publicPage.subtitle : strings.publicPage.readOnly}
        manual="public-page"
      />
      <Loaded query={look} rows={6}>
        {(saved) => (
          <Loaded query={settings} rows={2}>
            {({ publicPage, publicPageUrl }) => {
              const fields = { values: { publicPage, ...saved, ...draft }, failures, change, flush }
              return (
                <>
                  <Visibility {...fields} url={publicPageUrl} />
                  <LookFields {...fields} />
                  <PagePreview />
                  {mayChange && <DomainFields />}
                  <Destinations />
                  {mayChange && <Subscribers />}
                </>
              )
            }}
          </Loaded>
        )}
      </Loaded>
    </>
  )
}

function Visibility({ values: { publicPage }, failures, change, url }: Fields & { url: string }) {
  const mayChange = useMay('admin')
  return (
    <Section
      title={strings.publicPage.visibility}
      first
      action={
        <Switch
          subject={strings.publicPage.title}
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
            <p>{strings.publicPage.isOn}</p>
            <span className="row">
              <a href={url} className="cut">
                {url}
              </a>
              <Copy text={url} what={strings.publicPage.theUrl} />
            </span>
          </>
        ) : (
          <p className="muted">{strings.publicPage.isOff}</p>
        )}
        {failures.publicPage && <Failure error={failures.publicPage} />}
      </div>
    </Section>
  )
}
