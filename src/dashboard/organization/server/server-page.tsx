import { useServerSettings } from '../../data/server-settings.ts'
import { Loaded } from '../../kit/loaded.tsx'
import { PageHead } from '../../kit/page.tsx'
import { AddressSection } from './address-section.tsx'
import { MailForm } from './mail-form.tsx'
import { ModelForm } from './model-form.tsx'
import * as strings from './strings.ts'

/** The settings of the server, for the owner of its only organization. */
export function ServerPage() {
  const query = useServerSettings()
  return (
    <>
      <PageHead title={strings.serverPage.title} sub={strings.serverPage.subtitle} manual="configuration" />
      <Loaded query={query} rows={8}>
        {({ address, model, mail }) => (
          <>
            <AddressSection address={address} />
            <ModelForm model={model} />
            <MailForm mail={mail} />
          </>
        )}
      </Loaded>
    </>
  )
}
