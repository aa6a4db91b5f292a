import type { LucideIcon } from 'lucide-react'
import { Clock3 } from 'lucide-react'
import { type State, Status } from '../kit/status.tsx'
import type { Post } from './posts.ts'
import type { Run } from './run.ts'
import * as strings from './strings.ts'

type StatusDisplay = { label: string; state: State; icon?: LucideIcon }

/** The states of a post, wherever one is shown. */
export const postStates: Record<Post['status'], StatusDisplay> = {
  draft: { label: strings.states.draft, state: 'draft' },
  published: { label: strings.states.published, state: 'live' },
}

/** The states of a run that writes a post. */
export const runStates: Record<Run['status'], StatusDisplay> = {
  queued: { label: strings.states.queued, state: 'off', icon: Clock3 },
  running: { label: strings.states.writing, state: 'busy' },
  completed: { label: strings.states.done, state: 'good' },
  failed: { label: strings.states.failed, state: 'bad' },
  skipped: { label: strings.states.skipped, state: 'off' },
}

/** The state of a post, and of a draft how many faults it has. */
export function PostState({ status, faults }: Pick<Post, 'status'> & Partial<Pick<Post, 'faults'>>) {
  const count = status === 'draft' ? countFaults(faults) : 0
  return (
    <span className="inline-flex items-center gap-2 align-bottom">
      <Status state={postStates[status].state}>{postStates[status].label}</Status>
      {count > 0 && <span className={faults?.blocking ? 'tag bad' : 'tag'}>{faultsInWords(count)}</span>}
    </span>
  )
}

export function RunState({ status }: Pick<Run, 'status'>) {
  const { label, ...shape } = runStates[status]
  return <Status {...shape}>{label}</Status>
}

/** The number of all faults, those that prevent publication and others. */
export const countFaults = (faults: { blocking: number; minor: number } | null | undefined) =>
  faults ? faults.blocking + faults.minor : 0

/** A number of faults in words. */
export const faultsInWords = strings.states.faults
