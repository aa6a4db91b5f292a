import { Failure } from '../parts/notice.tsx'
import type { Repository } from '../repositories/queries.ts'
import { useRepositoryChange } from './queries.ts'
import { SettingSwitch } from './setting-switch.tsx'

/** Whether the repository is read at all, and its closed issues with it. */
export function Reading({ repository: { id, provider, enabled, issues } }: { repository: Repository }) {
  const change = useRepositoryChange(id)
  return (
    <div className="settings">
      <SettingSwitch
        label="Read this repository"
        hint="While it is off, nothing is written of it, and its deliveries are refused."
        checked={enabled}
        busy={change.isPending}
        onChange={(next) => change.mutate({ enabled: next })}
      />
      {provider === 'github' && (
        <SettingSwitch
          label="Read its closed issues"
          hint="Issues that were closed are told with the changes that closed them."
          checked={issues}
          busy={change.isPending}
          onChange={(next) => change.mutate({ issues: next })}
        />
      )}
      {change.error && <Failure error={change.error} />}
    </div>
  )
}
