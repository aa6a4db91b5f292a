import { AppError } from '../../errors.ts'
import type { OperationRoute } from '../../http/operation.ts'
import type { Input } from './call.ts'

type ExternalOperation = { operation: Pick<OperationRoute['operation'], 'contacts'> }

/** The preview line with the full URL that the call makes the server request; none if the input names no host. */
export function describeExternalAddress({ operation }: ExternalOperation, input: Input): string[] {
  const url = readAddress(operation.contacts, input)
  return url ? [describeAddress(url)] : []
}

/** The preview line with a URL. A parsed URL is ASCII: hosts are in punycode, and no character is invisible. */
export const describeAddress = ({ href }: URL) => `Herald will contact this address: ${href}`

const readAddress = (contacts: ExternalOperation['operation']['contacts'], input: Input) =>
  typeof contacts === 'function' ? contacts(input) : null

/** Why the server would reject the URL of a call; null if it would not, or requests none. */
export function findAddressFault({ operation }: ExternalOperation, input: Input): string | null {
  try {
    readAddress(operation.contacts, input)
    return null
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}
