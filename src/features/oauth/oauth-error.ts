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

/** An error as clients of OAuth read it: a code, and a sentence for developers (RFC 6749, 5.2). */
export const oauthError = (error: Code, description: string) =>
  new AppError(
    error === 'invalid_client' ? 401 : error === 'temporarily_unavailable' ? 503 : 400,
    description,
    {
      body: { error, error_description: description },
    },
  )
