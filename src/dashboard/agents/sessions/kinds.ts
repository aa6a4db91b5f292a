import * as strings from './strings.ts'
import type { Entry } from './timeline.ts'

/** The event filters of a timeline; the value is in the URL. */
export const kinds = [
  { value: '', label: strings.kinds.all },
  { value: 'words', label: strings.kinds.messages },
  { value: 'tools', label: strings.kinds.tools },
  { value: 'approvals', label: strings.kinds.approvals },
  { value: 'usage', label: strings.kinds.usage },
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
