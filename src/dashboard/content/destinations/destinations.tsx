import { useState } from 'react'
import { useDeleteDestination, useDeletePullRequest, useDestinations } from '../../data/destinations.ts'
import { useMay } from '../../data/session.tsx'
import { Button } from '../../kit/button.tsx'
import { Confirm } from '../../kit/form-dialog.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Section } from '../../kit/page.tsx'
import { DestinationDialog } from './destination-dialog.tsx'
import { PullRequestDialog } from './pull-request-dialog.tsx'
import * as strings from './strings.ts'

type Removal = { id: string; name: string; isPullRequest: boolean }

/** The places to which people can send posts: addresses for messages, and repositories. */
export function Destinations() {
  const query = useDestinations()
  const mayChange = useMay('admin')
  const [adding, setAdding] = useState<'message' | 'pull-request' | null>(null)
  const [removed, setRemoved] = useState<Removal | null>(null)
  const message = useDeleteDestination()
  const pullRequest = useDeletePullRequest()
  const remove = removed?.isPullRequest ? pullRequest : message
  const close = () => setAdding(null)
  return (
    <Section
      title={strings.destinations.title}
      action={
        mayChange && (
          <span className="row">
            <Button onClick={() => setAdding('pull-request')}>{strings.destinations.addRepository}</Button>
            <Button onClick={() => setAdding('message')}>{strings.destinations.add}</Button>
          </span>
        )
      }
    >
      <p className="muted pt-4">{strings.destinations.hint}</p>
      <Loaded query={query} rows={1}>
        {({ destinations, pullRequests }) => (
          <ul className="settings">
            {destinations.map(({ id, name, service, address }) => (
              <Row
                key={id}
                name={name}
                note={[strings.destinations.services[service], ...(name === address ? [] : [address])]}
                onRemove={mayChange ? () => setRemoved({ id, name, isPullRequest: false }) : undefined}
              />
            ))}
            {pullRequests.map(({ id, repository: name, path }) => (
              <Row
                key={id}
                name={name}
                note={[strings.destinations.pullRequest, path]}
                onRemove={mayChange ? () => setRemoved({ id, name, isPullRequest: true }) : undefined}
              />
            ))}
          </ul>
        )}
      </Loaded>
      {adding === 'message' && <DestinationDialog onClose={close} />}
      {adding === 'pull-request' && <PullRequestDialog onClose={close} />}
      {removed && (
        <Confirm
          title={strings.destinations.removeNamed(removed.name)}
          verb={strings.destinations.remove}
          busy={strings.destinations.removing}
          change={remove}
          onClose={() => setRemoved(null)}
          onConfirm={() => remove.mutate(removed.id, { onSuccess: () => setRemoved(null) })}
        >
          <p>{strings.destinations.removal}</p>
        </Confirm>
      )}
    </Section>
  )
}

function Row({ name, note, onRemove }: { name: string; note: string[]; onRemove?: () => void }) {
  return (
    <li className="row">
      <span className="grow">
        <b>{name}</b> <span className="muted">{note.join(' · ')}</span>
      </span>
      {onRemove && (
        <Button slim look="quiet" aria-label={strings.destinations.removeNamed(name)} onClick={onRemove}>
          {strings.destinations.remove}
        </Button>
      )}
    </li>
  )
}
