import { CheckField } from '../parts/field.tsx'
import { Failure } from '../parts/notice.tsx'
import { Section } from '../parts/page.tsx'
import { Segments } from '../parts/tabs.tsx'
import { useMay } from '../session/session.tsx'
import type { Fields } from './fields.ts'

const retentions = [7, 14, 30] as const

/** What is kept, and what models may keep and write. */
export function DataFields({ settings, failures, change }: Fields) {
  const mayChange = useMay('admin')
  const isOwner = useMay('owner')
  const failure = failures.logRetentionDays ?? failures.zeroDataRetention ?? failures.englishFallback
  return (
    <>
      <Section title="Data">
        <div className="settings">
          <div className="field">
            <span className="label">Deliveries are kept for</span>
            <span>
              <Segments
                label="Deliveries are kept for"
                choices={retentions.map((days) => ({ value: String(days), label: `${days} days` }))}
                value={String(settings.logRetentionDays)}
                disabled={!mayChange}
                onChange={(days) =>
                  change({ logRetentionDays: retentions.find((each) => String(each) === days) })
                }
              />
            </span>
            <span className="hint">Shortening it deletes what is older, within the hour.</span>
          </div>
          <CheckField
            label="Ask only models that keep nothing"
            hint={`Zero data retention: models whose operator keeps what they are asked are left out.${isOwner ? '' : ' Only an owner can change this.'}`}
            disabled={!isOwner}
            checked={settings.zeroDataRetention}
            onChange={({ target }) => change({ zeroDataRetention: target.checked })}
          />
          {failure && <Failure error={failure} />}
        </div>
      </Section>
      <Section title="Writing">
        <div className="settings">
          <CheckField
            label="Fall back to English"
            hint="Where a model fails in the language of a brand, rules write the post in English. Without it such a run fails and says why."
            disabled={!mayChange}
            checked={settings.englishFallback}
            onChange={({ target }) => change({ englishFallback: target.checked })}
          />
        </div>
      </Section>
    </>
  )
}
