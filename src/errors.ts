/** An error whose message is a sentence for people: it may be logged and shown as it is. */
export class ExplainedError extends Error {}

/** An answer that is not a success: the sentence a client reads, the status, and what travels with it. */
export class AppError extends ExplainedError {
  constructor(
    readonly status: number,
    message: string,
    readonly extra: {
      body?: Record<string, unknown>
      headers?: Record<string, string>
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: extra.cause })
  }
}

export const badRequest = (message: string, body?: Record<string, unknown>) =>
  new AppError(400, message, { body })
export const forbidden = (message: string) => new AppError(403, message)
export const notFound = (message: string) => new AppError(404, message)
export const conflict = (message: string) => new AppError(409, message)
export const gone = (message: string) => new AppError(410, message)
export const tooLarge = (message: string) => new AppError(413, message)
export const unavailable = (message: string) => new AppError(503, message)
export const notImplemented = (message: string) => new AppError(501, message)

/** What a person did wrong or must do next, in one sentence: the command line prints it without a stack. */
export class OperatorError extends ExplainedError {}

/** An OperatorError about a text that can never be meant, whatever is stored: the command line ends with 2. */
export class UsageError extends OperatorError {}

/** Thrown by work that must not be tried again: the job is dead now, with this reason. */
export class GiveUp extends ExplainedError {
  constructor(
    reason: string,
    /** The reason in the log, where it says more than the contract's text. */
    readonly logged = reason,
  ) {
    super(reason)
  }
}
export const giveUp = (reason: string, logged?: string) => new GiveUp(reason, logged)

/** Thrown by work that must wait for someone else: the job runs again at `at`, and no attempt is used up. */
export class RetryAt extends ExplainedError {
  constructor(
    readonly at: Date,
    reason: string,
  ) {
    super(reason)
  }
}

/** True for an error that the caller caused. */
export const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && error.status < 500
