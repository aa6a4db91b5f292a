/** An error whose message is a sentence that may be logged and shown unchanged. */
export class ExplainedError extends Error {}

/** An error response: its sentence, its status, and further fields and headers. */
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

/** A mistake of the operator, or what they must do next. The command line prints it without a stack. */
export class OperatorError extends ExplainedError {}

/**
 * An OperatorError about arguments that are invalid whatever is stored: the command line exits with status 2.
 */
export class UsageError extends OperatorError {}

/** Thrown by a job that must not be retried: it fails permanently with this reason. */
export class GiveUp extends ExplainedError {
  constructor(
    reason: string,
    /** The reason in the log, if it says more than the text in the contract. */
    readonly logged = reason,
  ) {
    super(reason)
  }
}
export const giveUp = (reason: string, logged?: string) => new GiveUp(reason, logged)

/** Thrown by a job that must wait: it runs again at `at`, and the attempt does not count. */
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

/** Why a file that the operator named cannot be read, as the end of a sentence. */
export function describeReadFault(path: string, error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return `there is no file ${path}`
  if (code === 'EACCES' || code === 'EPERM') return `this user may not read ${path}`
  if (code === 'EISDIR') return `${path} is a folder`
  return `reading ${path} failed (${code ?? 'unknown error'})`
}
