import { useMay } from '../../data/session.tsx'
import { type Changes, useSaveSettings, useSettings } from '../../data/settings.ts'
import { SaveState, useAutosave } from '../../kit/autosave.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { PageHead } from '../../kit/page.tsx'
import { DataFields } from './data-fields.tsx'
import { IdentityFields } from './identity-fields.tsx'
import { NotificationFields } from './notification-fields.tsx'
import * as strings from './strings.ts'

/** The settings of the organization, saved automatically. */
export function SettingsPage() {
  const settings = useSettings()
  const { draft, failures, change, flush, retry, state } = useAutosave<Changes>(useSaveSettings())
  const mayChange = useMay('admin')
  const sub = mayChange ? strings.settingsPage.subtitleOfAdmins : strings.settingsPage.subtitle
  return (
    <>
      <SaveState state={state} retry={retry} />
      <PageHead title={strings.settingsPage.general} sub={sub} />
      <Loaded query={settings} rows={6}>
        {(saved) => {
          const fields = { settings: { ...saved, ...draft }, failures, change, flush }
          return (
            <>
              <IdentityFields {...fields} />
              <DataFields {...fields} />
              <NotificationFields />
            </>
          )
        }}
      </Loaded>
    </>
  )
}
