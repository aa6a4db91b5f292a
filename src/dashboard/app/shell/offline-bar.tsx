import { WifiOff } from 'lucide-react'
import { useEffect } from 'react'
import { useSession } from '../../data/session.tsx'
import { useOffline } from '../../data/signals.ts'
import { Icon } from '../../kit/icon.tsx'
import * as strings from './strings.ts'

const pollMilliseconds = 5_000

/** Reports that the server is unreachable, and polls it: browsers do not report that a server is back. */
export function OfflineBar() {
  const offline = useOffline()
  const { refetch } = useSession()
  useEffect(() => {
    if (!offline) return
    const timer = setInterval(refetch, pollMilliseconds)
    return () => clearInterval(timer)
  }, [offline, refetch])
  if (!offline) return null
  return (
    <p className="notice" role="status">
      <Icon of={WifiOff} />
      {strings.offlineBar.offline}
    </p>
  )
}
