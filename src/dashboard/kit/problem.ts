/** What the server refused, in its own words; status 0 when it could not be reached. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** Seconds to wait before it is worth another try. */
    readonly retryAfter: number | null = null,
    /** All that the answer says. */
    readonly body: Record<string, unknown> = {},
  ) {
    super(message)
  }
}
