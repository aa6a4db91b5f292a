import { TriggerTable } from '../../content/automations/trigger-table.tsx'
import { useTriggers } from '../../data/automations.ts'
import { paths } from '../../data/paths.ts'
import type { Repository } from '../../data/repositories.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { Empty } from '../../kit/empty.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import * as strings from './strings.ts'

/** The triggers on pushes and releases of this repository. */
export function Triggers({ repository: { id } }: { repository: Repository }) {
  const query = useTriggers()
  const more = (
    <ButtonLink look="primary" href={paths.newTrigger(id)}>
      {strings.triggers.newTrigger}
    </ButtonLink>
  )
  return (
    <Loaded query={query} rows={3}>
      {({ eventTriggers, repositoryMap }) => {
        const triggers = eventTriggers.filter(({ targets }) => targets.repositoryIds.includes(id))
        return triggers.length === 0 ? (
          <Empty title={strings.triggers.noTriggersForThisRepository} pending={12} actions={more}>
            {strings.triggers.emptyText}
          </Empty>
        ) : (
          <>
            <div className="row pt-4 pb-2">
              <span className="end">{more}</span>
            </div>
            <TriggerTable triggers={triggers} names={repositoryMap} />
          </>
        )
      }}
    </Loaded>
  )
}
