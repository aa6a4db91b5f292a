import { useState } from 'react'
import {
  loadSubscribers,
  type Subscriber,
  useDeleteSubscriber,
  useSetSubscriptions,
  useSubscribers,
} from '../../data/subscribers.ts'
import { Button } from '../../kit/button.tsx'
import { CsvButton } from '../../kit/csv.tsx'
import { FilterText, Switch } from '../../kit/field.tsx'
import { Confirm } from '../../kit/form-dialog.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Failure } from '../../kit/notice.tsx'
import { Section } from '../../kit/page.tsx'
import { useSettled } from '../../kit/use-settled.ts'
import * as strings from './strings.ts'

/** Readers who get posts by email: whether they can, how many there are, and who. */
export function Subscribers() {
  const [search, setSearch] = useState('')
  const query = useSubscribers(useSettled(search).value)
  const change = useSetSubscriptions()
  const [removed, setRemoved] = useState<Subscriber | null>(null)
  const { isAvailable = false } = query.data ?? {}
  const isEnabled = change.isPending ? change.variables : (query.data?.isEnabled ?? false)
  return (
    <Section
      title={strings.subscribers.title}
      action={
        isAvailable && (
          <Switch
            subject={strings.subscribers.title}
            label={isEnabled ? strings.publicPage.on : strings.publicPage.off}
            checked={isEnabled}
            disabled={change.isPending}
            onChange={({ target }) => change.mutate(target.checked)}
          />
        )
      }
    >
      <Loaded query={query} rows={1}>
        {({ counts, subscribers }) => {
          const total = counts.active + counts.asked + counts.stopped
          if (!isAvailable && total === 0)
            return <p className="muted pt-4">{strings.subscribers.unavailable}</p>
          return (
            <div className="settings">
              <p>{isEnabled ? strings.subscribers.isOn : strings.subscribers.isOff}</p>
              {change.error && <Failure error={change.error} />}
              {total > 0 && (
                <>
                  <div className="row">
                    <span className="grow">{strings.subscribers.counts(counts)}</span>
                    <FilterText label={strings.subscribers.search} value={search} onChange={setSearch} />
                    <CsvButton
                      what={strings.subscribers.file}
                      head={strings.subscribers.columns}
                      rows={() => loadSubscribers().then((all) => all.map(toRow))}
                    />
                  </div>
                  <ul>
                    {subscribers.map((subscriber) => (
                      <Row
                        key={subscriber.id}
                        subscriber={subscriber}
                        onDelete={() => setRemoved(subscriber)}
                      />
                    ))}
                  </ul>
                </>
              )}
            </div>
          )
        }}
      </Loaded>
      {removed && <Removal subscriber={removed} onClose={() => setRemoved(null)} />}
    </Section>
  )
}

const toRow = ({ email, status, frequency, askedAt, confirmedAt, stoppedAt, stopReason }: Subscriber) => [
  ...[email, status, frequency, askedAt],
  ...[confirmedAt ?? '', stoppedAt ?? '', stopReason ?? ''],
]

function Row({ subscriber, onDelete }: { subscriber: Subscriber; onDelete: () => void }) {
  const { email, status, frequency, stoppedBy, stopReason } = subscriber
  const state =
    status === 'active'
      ? strings.subscribers.frequencies[frequency]
      : status === 'asked'
        ? strings.subscribers.asked
        : stoppedBy === 'bounce'
          ? strings.subscribers.bounced(stopReason ?? '')
          : strings.subscribers.stopped
  return (
    <li className="row">
      <span className="grow subscriber">
        {email} <span className="muted small">{state}</span>
      </span>
      <Button slim look="quiet" aria-label={strings.subscribers.deleteNamed(email)} onClick={onDelete}>
        {strings.subscribers.delete}
      </Button>
    </li>
  )
}

function Removal({ subscriber, onClose }: { subscriber: Subscriber; onClose: () => void }) {
  const change = useDeleteSubscriber()
  return (
    <Confirm
      title={strings.subscribers.deleteNamed(subscriber.email)}
      verb={strings.subscribers.delete}
      busy={strings.subscribers.deleting}
      change={change}
      onClose={onClose}
      onConfirm={() => change.mutate(subscriber.id, { onSuccess: onClose })}
    >
      <p>{strings.subscribers.deletion}</p>
    </Confirm>
  )
}
