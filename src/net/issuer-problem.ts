import { ExplainedError } from '../errors.ts'
/** Why sign-in failed: the user canceled at the issuer, the issuer does not respond, or its response is invalid. */
export type IssuerFault = 'cancelled' | 'unreachable' | 'refused'

export class IssuerProblem extends ExplainedError {
  constructor(
    readonly fault: IssuerFault,
    error: unknown,
  ) {
    super(describe(error))
  }
}

/** The messages of an error and its causes; other fields may contain a user's claims. */
function describe(error: unknown): string {
  const messages: string[] = []
  for (let cause = error; cause instanceof Error; cause = cause.cause) messages.push(cause.message)
  return messages.join(': ')
}
