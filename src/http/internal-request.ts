import type { CheckedDependency } from './reviewed.ts'

/** Whom a tool acts for: a key by its id, or a person by `user:<id>`. What they may is looked up at each call. */
export type Actor = { id: string; organizationId: string }

type Behalf = {
  /** Null where nothing is known of somebody but their address. */
  asker: Actor | null
  /** What they are counted by where they have no credential. */
  address: string
  /** The call that this is a try of: what it makes is made once, however often it is tried. */
  callId?: string | undefined
  /** Whether it only reads what a person is shown before a call: whoever may write a record is shown it. */
  isShown?: boolean | undefined
  /** What a person reviewed before it: if any of it changed since, nothing is written (http/reviewed.ts). */
  reviewed?: CheckedDependency[] | undefined
  /** The chat that it is made in: what it writes is kept together. */
  chatId?: string | undefined
}

/** A request that this process sends to itself on behalf of somebody. None that comes from outside is one. */
export class InternalRequest extends Request {
  constructor(
    request: Request,
    readonly behalf: Behalf,
  ) {
    super(request)
  }
}
