import type { ApprovalRow } from '../../approvals/model.ts'
import type { CallRow, InputResponse } from '../model.ts'

/** What an answer is about: a call that waits for approval, or a question. */
export type Request =
  | { kind: 'tool-approval'; id: string; approval: ApprovalRow }
  | { kind: 'question'; id: string; call: CallRow }

/** An answer to a request that waits. */
export type Answered =
  | { request: Extract<Request, { kind: 'tool-approval' }>; response: InputResponse; approved: boolean }
  | { request: Extract<Request, { kind: 'question' }>; response: InputResponse; text: string }
