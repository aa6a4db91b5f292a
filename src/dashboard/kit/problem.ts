/** An error of the API in its own words; status 0 if the server was unreachable. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** Seconds to wait before a retry. */
    readonly retryAfter: number | null = null,
    /** The whole answer. */
    readonly body: Record<string, unknown> = {},
  ) {
    super(message)
  }
}
