import type { Fields } from '../../data/visibility-settings.ts'
import { standardFor } from '../../data/window/standard-range.ts'
import { Switch } from '../../kit/field.tsx'
import { Failure } from '../../kit/notice.tsx'
import { Section } from '../../kit/page.tsx'
import { Segments } from '../../kit/tabs.tsx'
import { intervals } from './intervals.ts'
import * as strings from './strings.ts'

/** The frequency of automatic scans. */
export function FrequencyFields({ values: { enabled, scanIntervalHours }, failures, change }: Fields) {
  const failure = failures.enabled ?? failures.scanIntervalHours
  return (
    <Section
      title={strings.frequencyFields.automaticScans}
      action={
        <Switch
          subject={strings.frequencyFields.automaticScans}
          label={enabled ? strings.frequencyFields.on : strings.frequencyFields.off}
          checked={enabled}
          onChange={({ target }) => change({ enabled: target.checked })}
        />
      }
    >
      <div className="grid gap-3 pt-4">
        <span>
          <Segments
            label={strings.frequencyFields.scanInterval}
            choices={intervals.map(({ hours, label }) => ({ value: String(hours), label }))}
            value={String(scanIntervalHours)}
            onChange={(value) =>
              change({ scanIntervalHours: intervals.find(({ hours }) => String(hours) === value)?.hours })
            }
          />
        </span>
        <p className="muted small">
          {enabled
            ? strings.frequencyFields.shows(standardFor(scanIntervalHours))
            : strings.frequencyFields.whenOn}{' '}
          {strings.frequencyFields.anyTime}
        </p>
        {failure && <Failure error={failure} />}
      </div>
    </Section>
  )
}
