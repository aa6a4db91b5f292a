import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { useAsked, useQueryState } from '../../../data/query-state.ts'
import { type SearchConsole as State, useConnectAddress, useSync } from '../../../data/search-console.ts'
import { useMay } from '../../../data/session.tsx'
import { Button } from '../../../kit/button.tsx'
import { Icon } from '../../../kit/icon.tsx'
import { Menu } from '../../../kit/menu.tsx'
import { Failure, Notice } from '../../../kit/notice.tsx'
import { ago } from '../../../kit/time.tsx'
import { DisconnectConsole } from './disconnect-console.tsx'
import { PropertyDialog } from './property-dialog.tsx'
import * as strings from './strings.ts'

/** The connection to Google Search Console above the suggestions: its property, its syncs and what went wrong. */
export function SearchConsole({ console: state }: { console: State }) {
  const [choosing, openChoice] = useAsked('property')
  const [isEnding, openEnd] = useState(false)
  const mayChange = useMay('admin')
  const isConnected = ['active', 'no_property', 'reauth_required'].includes(state.state)
  return (
    <>
      <div className="grid gap-2 pt-4 empty:hidden">
        <ConnectResultNotice console={state} />
        {state.state === 'disconnecting' && <Notice>{strings.texts.isDisconnecting}</Notice>}
        {state.state === 'no_property' && <Notice>{strings.texts.noProperty}</Notice>}
        {isConnected && state.error && <Notice kind={state.isSyncing ? 'warn' : 'bad'}>{state.error}</Notice>}
      </div>
      {isConnected && (
        <div className="row pt-4 pb-2">
          {state.property && (
            <span className="grow">
              {state.property}
              <span className="muted small">
                {' '}
                {state.syncedAt ? strings.texts.syncedAt(ago(state.syncedAt)) : strings.texts.neverSynced}
              </span>
            </span>
          )}
          <span className="row">
            {state.state === 'reauth_required' && mayChange && <Connect label={strings.texts.connectAgain} />}
            {state.state === 'no_property' && mayChange && (
              <Button look="primary" onClick={() => openChoice(true)}>
                {strings.texts.chooseProperty}
              </Button>
            )}
            {state.state === 'active' && <SyncNow isSyncing={state.isSyncing} />}
            {mayChange && (
              <Menu
                label={strings.texts.menu}
                look="quiet"
                iconOnly
                items={[
                  ...(state.state === 'active'
                    ? [{ label: strings.texts.changeProperty, onSelect: () => openChoice(true) }]
                    : []),
                  { label: strings.texts.disconnect, danger: true, onSelect: () => openEnd(true) },
                ]}
              >
                <Icon of={Ellipsis} />
              </Menu>
            )}
          </span>
        </div>
      )}
      {choosing && <PropertyDialog current={state.property} onClose={() => openChoice(false)} />}
      {isEnding && <DisconnectConsole onClose={() => openEnd(false)} />}
    </>
  )
}

/** A link, since the browser leaves for Google. */
export function Connect({ label = strings.texts.connect }: { label?: string }) {
  return (
    <a className="button primary" href={useConnectAddress()}>
      {label}
    </a>
  )
}

function SyncNow({ isSyncing }: { isSyncing: boolean }) {
  const sync = useSync()
  return (
    <>
      <Button busy={(isSyncing || sync.isPending) && strings.texts.syncing} onClick={() => sync.mutate()}>
        {strings.texts.syncNow}
      </Button>
      {sync.isError && <Failure error={sync.error} />}
    </>
  )
}

/** The result of the last attempt to connect, unless the state has changed since. */
function ConnectResultNotice({ console: { state, error } }: { console: State }) {
  const [value] = useQueryState('search-console')
  const result = Object.hasOwn(strings.results, value) ? (value as keyof typeof strings.results) : null
  if (result === null || (result === 'connected') !== (state === 'active' && error === null)) return null
  return <Notice kind={result === 'connected' ? 'good' : 'bad'}>{strings.results[result]}</Notice>
}
