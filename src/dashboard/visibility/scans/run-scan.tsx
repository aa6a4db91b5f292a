import { Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useAsked } from '../../data/query-state.ts'
import { useLatestScan } from '../../data/scans.ts'
import { Button } from '../../kit/button.tsx'
import { Icon } from '../../kit/icon.tsx'
import { lazyView } from '../../kit/lazy-view.tsx'
import { useShortcuts } from '../../kit/shortcuts.ts'
import * as strings from './strings.ts'

const Preflight = lazyView(() => import('./preflight.tsx').then((m) => m.Preflight))

/** Opens the size and cost of a scan, as the key r does; disabled while a scan runs. A new scan closes it. */
export function RunScan({ look = 'primary' }: { look?: 'primary' | 'plain' }) {
  const { data: scan, isPending } = useLatestScan()
  const [asked, ask] = useAsked('scan')
  const isRunning = scan?.status === 'running'
  const isOutdated = useNewScan(asked, isPending ? undefined : (scan?.id ?? null)) || isRunning
  useEffect(() => {
    if (asked && isOutdated) ask(false)
  })
  useShortcuts({ r: () => !isRunning && ask(true) })
  return (
    <>
      <Button
        look={look}
        shortcut="R"
        busy={isRunning && strings.runScan.scanning(scan.checks.saved, scan.checks.planned)}
        onClick={() => ask(true)}
      >
        <Icon of={Play} />
        {strings.runScan.runScan}
      </Button>
      {asked && !isPending && !isOutdated && <Preflight last={scan ?? null} onClose={() => ask(false)} />}
    </>
  )
}

/** Whether a scan began since the dialog was opened. `id` is the newest scan; undefined while it is loading. */
function useNewScan(isOpen: boolean, id: string | null | undefined): boolean {
  const [opened, setOpened] = useState<string | null>()
  const known = isOpen ? (opened === undefined ? id : opened) : undefined
  if (known !== opened) setOpened(known)
  return isOpen && known !== id
}
