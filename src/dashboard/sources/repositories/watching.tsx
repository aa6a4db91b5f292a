import type { Repository } from '../../data/repositories.ts'
import { useRepositoryChange } from '../../data/repository.ts'
import { SelectField } from '../../kit/field.tsx'
import { Failure, Notice } from '../../kit/notice.tsx'
import { intervalInWords, intervals } from './intervals.ts'
import { SettingSwitch } from './setting-switch.tsx'
import * as strings from './strings.ts'

const standard = 5

/** Polls for pushes and releases, if GitHub cannot reach the server. */
export function Watching({ repository: { id, watchMinutes, watchProblem } }: { repository: Repository }) {
  const change = useRepositoryChange(id)
  // An interval that was set on the command line may not be in the list.
  const choices = [...new Set([...intervals, watchMinutes ?? standard])].sort((one, other) => one - other)
  return (
    <div className="settings">
      <SettingSwitch
        label={strings.watching.pollForPushesAndReleases}
        hint={strings.watching.pollForPushesAndReleasesHint}
        checked={watchMinutes !== null}
        busy={change.isPending}
        onChange={(next) => change.mutate({ watchMinutes: next ? standard : null })}
      />
      {watchMinutes !== null && (
        <SelectField
          label={strings.watching.interval}
          value={String(watchMinutes)}
          choices={choices.map((minutes) => ({ value: String(minutes), label: intervalInWords(minutes) }))}
          onChange={({ target }) => change.mutate({ watchMinutes: Number(target.value) })}
        />
      )}
      {watchProblem && <Notice kind="warn">{strings.watching.failed(watchProblem)}</Notice>}
      {change.error && <Failure error={change.error} />}
    </div>
  )
}
