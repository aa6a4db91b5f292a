import type { Repository } from '../../data/repositories.ts'
import { useRepositoryChange } from '../../data/repository.ts'
import { Failure } from '../../kit/notice.tsx'
import { SettingSwitch } from './setting-switch.tsx'

/** Whether the repository is read, and its closed issues with it. */
export function Reading({ repository: { id, provider, enabled, issues } }: { repository: Repository }) {
  const change = useRepositoryChange(id)
  return (
    <div className="settings">
      <SettingSwitch
        label="Read activity"
        hint="When off, Herald writes no posts from it and rejects its deliveries."
        checked={enabled}
        busy={change.isPending}
        onChange={(next) => change.mutate({ enabled: next })}
      />
      {provider === 'github' && (
        <SettingSwitch
          label="Include closed issues"
          hint="Lists closed issues with the changes that closed them."
          checked={issues}
          busy={change.isPending}
          onChange={(next) => change.mutate({ issues: next })}
        />
      )}
      {change.error && <Failure error={change.error} />}
    </div>
  )
}
