import { useMay } from '../../data/session.tsx'
import { type Changes, useSaveSettings, useSettings } from '../../data/settings.ts'
import { SaveState, useAutosave } from '../../kit/autosave.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { PageHead } from '../../kit/page.tsx'
import { DataFields } from './data-fields.tsx'
import { IdentityFields } from './identity-fields.tsx'
import { PublicPage } from './public-page.tsx'

/** The settings of the organization, saved automatically. */
export function SettingsPage() {
  const settings = useSettings()
  const { draft, failures, change, flush, retry, state } = useAutosave<Changes>(useSaveSettings())
  const mayChange = useMay('admin')
  const sub = mayChange
    ? 'Organization settings.'
    : 'Organization settings. Owners and admins can change them.'
  return (
    <>
      <SaveState state={state} retry={retry} />
      <PageHead title="General" sub={sub} />
      <Loaded query={settings} rows={6}>
        {(saved) => {
          const fields = { settings: { ...saved, ...draft }, failures, change, flush }
          return (
            <>
              <IdentityFields {...fields} />
              <DataFields {...fields} />
              <PublicPage {...fields} />
            </>
          )
        }}
      </Loaded>
    </>
  )
}
