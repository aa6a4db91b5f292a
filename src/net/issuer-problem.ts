import { ExplainedError } from '../errors.ts'
/** Why nobody could be signed in: they gave up at the issuer, it does not answer, or its answer is not to be believed. */
export type IssuerFault = 'cancelled' | 'unreachable' | 'refused'

export class IssuerProblem extends ExplainedError {
  constructor(
    readonly fault: IssuerFault,
    error: unknown,
  ) {
    super(describe(error))
  }
}

/** The messages of an error and its causes; what else they carry may be somebody's claims. */
function describe(error: unknown): string {
  const messages: string[] = []
  for (let cause = error; cause instanceof Error; cause = cause.cause) messages.push(cause.message)
  return messages.join(': ')
}
