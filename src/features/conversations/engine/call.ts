import type { callStatuses } from '../sessions/table.ts'

/** A call of a tool that a model asked for. */
export type Call = {
  id: string
  tool: string
  /** Canonical JSON. */
  input: string
  status: (typeof callStatuses)[number]
  /** The result, or why there is none; null while the call is open. */
  output: string | null
}

const ended: Call['status'][] = ['completed', 'failed', 'rejected']
export const isOpen = ({ status }: Pick<Call, 'status'>) => !ended.includes(status)

/** An answer of a model within a turn. */
export type Step = { text: string; reasoning?: string; calls: Call[] }

/** A message of a person, and the steps that the model took because of it. */
export type Turn = { message: string; steps: Step[] }
