import type { CheckedDependency } from './dependency.ts'

/** The key (by its id) or the user (`user:<id>`) that a tool acts for. Permissions are checked on each call. */
export type Actor = { id: string; organizationId: string }

type InternalCall = {
  /** Null if only the address of the caller is known. */
  asker: Actor | null
  /** Identifies a caller without credentials for rate limits. */
  address: string
  /** Idempotency key of a tool call: retries do not create a second record. */
  callId?: string | undefined
  /** Whether it only reads the details for an approval, which anyone who may write the record may see. */
  isShown?: boolean | undefined
  /**
   * The records that a user reviewed before the call: if any changed since, nothing is written (http/reviewed.ts).
   */
  reviewed?: CheckedDependency[] | undefined
  /** The chat of the call; its outputs are grouped by chat. */
  chatId?: string | undefined
}

/**
 * A request that this process sends to itself on behalf of a user or key. External requests never have this class.
 */
export class InternalRequest extends Request {
  constructor(
    request: Request,
    readonly behalf: InternalCall,
  ) {
    super(request)
  }
}
