import { readFileSync } from 'node:fs'
import { describeReadFault, OperatorError } from '../errors.ts'

/** Reads a token or passphrase from a file, because other users can read arguments of the command line. */
export function readTokenFile(path: string, option = 'token-file'): string {
  try {
    const token = readFileSync(path, 'utf8').trim()
    if (token) return token
  } catch (error) {
    throw new OperatorError(`--${option} cannot be read: ${describeReadFault(path, error)}.`)
  }
  throw new OperatorError(`--${option} names an empty file: ${path}.`)
}
