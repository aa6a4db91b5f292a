import type { Entry } from './timeline.ts'

/** The event filters of a timeline; the value is in the URL. */
export const kinds = [
  { value: '', label: 'All' },
  { value: 'words', label: 'Messages' },
  { value: 'tools', label: 'Tools' },
  { value: 'approvals', label: 'Approvals' },
  { value: 'usage', label: 'Usage' },
] as const
export type Kind = (typeof kinds)[number]['value']

export const readKind = (value: string): Kind => kinds.find((each) => each.value === value)?.value ?? ''

const kindOf: Record<Entry['kind'], Kind> = {
  thought: 'words',
  said: 'words',
  call: 'tools',
  request: 'approvals',
}

/** Whether an entry matches a filter. */
export const isOfKind = ({ kind }: Entry, wanted: Kind) => wanted === '' || kindOf[kind] === wanted
