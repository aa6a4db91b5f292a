import { useMutation } from '@tanstack/react-query'
import { type ServerSettings, useSetAddress } from '../../data/server-settings.ts'
import { useSaveSettings, useSettings } from '../../data/settings.ts'
import { basePath } from '../../kit/base-path.ts'
import { Button } from '../../kit/button.tsx'
import { Copy } from '../../kit/copy.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Failure } from '../../kit/notice.tsx'
import { Section } from '../../kit/page.tsx'
import { TimeZoneField } from '../settings/time-zone-field.tsx'
import * as strings from './strings.ts'

/** The public address, which can only become that of this browser, and the time zone of the organization. */
export function AddressSection({ address: { isFixed, url } }: { address: ServerSettings['address'] }) {
  const change = useSetAddress()
  const here = location.origin + basePath
  return (
    <Section title={strings.addressSection.title} first>
      <div className="settings">
        <div className="field">
          <span className="label">{strings.addressSection.address}</span>
          <span className="row">
            <code className="cut">{url}</code>
            <Copy text={url} what={strings.addressSection.addressNoun} />
          </span>
          <span className="hint">
            {isFixed ? strings.serverPage.fixed : strings.addressSection.addressHint}
          </span>
        </div>
        {!isFixed && here !== url && (
          <div className="field">
            <span>
              <Button
                busy={change.isPending && strings.addressSection.using}
                onClick={() => change.mutate(here)}
              >
                {strings.addressSection.use(here)}
              </Button>
            </span>
            <span className="hint">{strings.addressSection.useHint}</span>
          </div>
        )}
        {change.error && <Failure error={change.error} />}
        <TimeZone />
      </div>
    </Section>
  )
}

function TimeZone() {
  const query = useSettings()
  const save = useSaveSettings()
  const change = useMutation({ mutationFn: (timeZone: string) => save({ timeZone }) })
  return (
    <Loaded query={query} rows={1}>
      {({ timeZone }) => (
        <TimeZoneField
          hint={strings.addressSection.timeZoneHint}
          value={change.isPending ? change.variables : timeZone}
          error={change.error?.message}
          onChange={(zone) => change.mutate(zone)}
        />
      )}
    </Loaded>
  )
}
