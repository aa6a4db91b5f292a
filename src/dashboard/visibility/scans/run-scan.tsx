import { Play } from 'lucide-react'
import { useAsked } from '../../data/query-state.ts'
import { useLatestScan } from '../../data/scans.ts'
import { Button } from '../../kit/button.tsx'
import { Icon } from '../../kit/icon.tsx'
import { lazyView } from '../../kit/lazy-view.tsx'
import { useShortcuts } from '../../kit/shortcuts.ts'
import * as strings from './strings.ts'

const Preflight = lazyView(() => import('./preflight.tsx').then((m) => m.Preflight))

/** Opens the size and cost of a scan, as the key r does; disabled while a scan runs. */
export function RunScan({ look = 'primary' }: { look?: 'primary' | 'plain' }) {
  const { data: scan } = useLatestScan()
  const [asked, ask] = useAsked('scan')
  const isRunning = scan?.status === 'running'
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
      {asked && !isRunning && <Preflight last={scan ?? null} onClose={() => ask(false)} />}
    </>
  )
}
