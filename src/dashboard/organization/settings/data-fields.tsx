import { useMay } from '../../data/session.tsx'
import { CheckField } from '../../kit/field.tsx'
import { Failure } from '../../kit/notice.tsx'
import { Section } from '../../kit/page.tsx'
import { Segments } from '../../kit/tabs.tsx'
import type { Fields } from './fields.ts'
import * as strings from './strings.ts'
import { TimeZoneField } from './time-zone-field.tsx'

const retentions = [7, 14, 30] as const

/** Time zone, retention, and rules for AI models. */
export function DataFields({ settings, failures, change }: Fields) {
  const mayChange = useMay('admin')
  const isOwner = useMay('owner')
  const failure = failures.logRetentionDays ?? failures.zeroDataRetention ?? failures.englishFallback
  return (
    <>
      <Section title={strings.dataFields.data}>
        <div className="settings">
          <TimeZoneField
            disabled={!mayChange}
            value={settings.timeZone}
            error={failures.timeZone?.message}
            onChange={(timeZone) => change({ timeZone })}
          />
          <div className="field">
            <span className="label">{strings.dataFields.keepDeliveries}</span>
            <span>
              <Segments
                label={strings.dataFields.keepDeliveries}
                choices={retentions.map((days) => ({
                  value: String(days),
                  label: strings.dataFields.days(days),
                }))}
                value={String(settings.logRetentionDays)}
                disabled={!mayChange}
                onChange={(days) =>
                  change({ logRetentionDays: retentions.find((each) => String(each) === days) })
                }
              />
            </span>
            <span className="hint">{strings.dataFields.deletionNote}</span>
          </div>
          <CheckField
            label={strings.dataFields.zeroRetention}
            hint={strings.dataFields.zeroRetentionHint(isOwner)}
            disabled={!isOwner}
            checked={settings.zeroDataRetention}
            onChange={({ target }) => change({ zeroDataRetention: target.checked })}
          />
          {failure && <Failure error={failure} />}
        </div>
      </Section>
      <Section title={strings.dataFields.writing}>
        <div className="settings">
          <CheckField
            label={strings.dataFields.english}
            hint={strings.dataFields.englishHint}
            disabled={!mayChange}
            checked={settings.englishFallback}
            onChange={({ target }) => change({ englishFallback: target.checked })}
          />
        </div>
      </Section>
    </>
  )
}
