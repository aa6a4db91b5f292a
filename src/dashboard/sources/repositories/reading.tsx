import type { Repository } from '../../data/repositories.ts'
import { useRepositoryChange } from '../../data/repository.ts'
import { Failure } from '../../kit/notice.tsx'
import { SettingSwitch } from './setting-switch.tsx'
import * as strings from './strings.ts'

/** Whether the repository is read, and its closed issues with it. */
export function Reading({ repository: { id, provider, enabled, issues } }: { repository: Repository }) {
  const change = useRepositoryChange(id)
  return (
    <div className="settings">
      <SettingSwitch
        label={strings.reading.readActivity}
        hint={strings.reading.readActivityHint}
        checked={enabled}
        busy={change.isPending}
        onChange={(next) => change.mutate({ enabled: next })}
      />
      {provider === 'github' && (
        <SettingSwitch
          label={strings.reading.includeClosedIssues}
          hint={strings.reading.includeClosedIssuesHint}
          checked={issues}
          busy={change.isPending}
          onChange={(next) => change.mutate({ issues: next })}
        />
      )}
      {change.error && <Failure error={change.error} />}
    </div>
  )
}
