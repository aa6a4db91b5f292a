import { useState } from 'react'
import { Link } from 'wouter'
import { type Trigger, useStates, useTurnTrigger } from '../../data/automations.ts'
import { formatName } from '../../data/formats.ts'
import { paths } from '../../data/paths.ts'
import { DataTable } from '../../kit/data-table.tsx'
import { RowMenu } from '../../kit/row-menu.tsx'
import { DeleteTrigger } from './delete.tsx'
import { eventsInWords, preReleasesInWords } from './events.ts'
import { LastResult } from './last-result.tsx'
import { Sources } from './sources.tsx'
import { describeStatus, OnOff } from './status.tsx'
import * as strings from './strings.ts'

export function TriggerTable({
  triggers,
  names,
}: {
  triggers: Trigger[]
  /** Repositories by id. */
  names: Record<string, string>
}) {
  const states = useStates()
  const turn = useTurnTrigger()
  const [deleting, setDeleting] = useState<Trigger | null>(null)
  /** Triggers have no names, so their events and repositories are shown. */
  function nameOf({ outputType, sourceConfig, targets }: Trigger) {
    const [first = '', ...others] = targets.repositoryIds
    const events = eventsInWords(sourceConfig).toLowerCase()
    return strings.triggerTable.name(formatName(outputType), events, names[first], others.length)
  }
  return (
    <>
      <DataTable
        caption={strings.triggerTable.caption}
        rows={triggers}
        keyOf={({ id }) => id}
        columns={[
          {
            head: strings.triggerTable.eventColumn,
            narrow: 'first',
            cell: ({ id, sourceConfig }) => (
              <>
                <Link className="what" data-row="" href={paths.trigger(id)}>
                  {eventsInWords(sourceConfig)}
                </Link>
                <span className="muted small block">{preReleasesInWords(sourceConfig)}</span>
              </>
            ),
          },
          {
            head: strings.triggerTable.sourcesColumn,
            narrow: 'full',
            muted: true,
            cell: ({ targets }) => <Sources ids={targets.repositoryIds} names={names} />,
          },
          {
            head: strings.triggerTable.outputColumn,
            narrow: 'full',
            muted: true,
            cell: ({ outputType }) => formatName(outputType),
          },
          {
            head: strings.triggerTable.lastResultColumn,
            cell: ({ id }) => <LastResult state={states.data?.get(id)} />,
          },
          {
            head: strings.triggerTable.enabledColumn,
            narrow: 'second',
            cell: (trigger) => <OnOff automation={trigger} name={nameOf(trigger)} turn={turn} />,
          },
          {
            head: strings.triggerTable.actionsColumn,
            hideHead: true,
            number: true,
            cell: (trigger) => (
              <RowMenu
                name={nameOf(trigger)}
                href={paths.trigger(trigger.id)}
                onDelete={() => setDeleting(trigger)}
              />
            ),
          },
        ]}
        below={(trigger) => describeStatus(trigger, states.data?.get(trigger.id), turn)}
      />
      {deleting && (
        <DeleteTrigger trigger={deleting} name={nameOf(deleting)} onClose={() => setDeleting(null)} />
      )}
    </>
  )
}
