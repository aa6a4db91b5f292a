import { useMay } from '../../data/session.tsx'
import { CheckField } from '../../kit/field.tsx'
import { Failure } from '../../kit/notice.tsx'
import { Section } from '../../kit/page.tsx'
import { Segments } from '../../kit/tabs.tsx'
import type { Fields } from './fields.ts'

const retentions = [7, 14, 30] as const

/** Retention, and rules for AI models. */
export function DataFields({ settings, failures, change }: Fields) {
  const mayChange = useMay('admin')
  const isOwner = useMay('owner')
  const failure = failures.logRetentionDays ?? failures.zeroDataRetention ?? failures.englishFallback
  return (
    <>
      <Section title="Data">
        <div className="settings">
          <div className="field">
            <span className="label">Keep deliveries for</span>
            <span>
              <Segments
                label="Keep deliveries for"
                choices={retentions.map((days) => ({ value: String(days), label: `${days} days` }))}
                value={String(settings.logRetentionDays)}
                disabled={!mayChange}
                onChange={(days) =>
                  change({ logRetentionDays: retentions.find((each) => String(each) === days) })
                }
              />
            </span>
            <span className="hint">Older deliveries are deleted within an hour.</span>
          </div>
          <CheckField
            label="Use zero-retention models only"
            hint={`Excludes models whose provider stores prompts.${isOwner ? '' : ' Only an owner can change this.'}`}
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
            hint="If a model fails in the brand’s language, write the post in English without a model."
            disabled={!mayChange}
            checked={settings.englishFallback}
            onChange={({ target }) => change({ englishFallback: target.checked })}
          />
        </div>
      </Section>
    </>
  )
}
