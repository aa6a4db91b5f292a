import { AppError } from '../../errors.ts'

type Code =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_redirect_uri'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'temporarily_unavailable'

/** Reads a body; what is wrong with it becomes an error with this code. Other failures keep their status. */
export async function readOrRefuse<T>(code: Code, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof AppError) || ![400, 413, 415].includes(error.status)) throw error
    throw oauthError(code, error.message)
  }
}

/** An error as clients of OAuth read it: a code, and a sentence for developers (RFC 6749, 5.2). */
export const oauthError = (error: Code, description: string) =>
  new AppError(
    error === 'invalid_client' ? 401 : error === 'temporarily_unavailable' ? 503 : 400,
    description,
    {
      body: { error, error_description: description },
    },
  )
