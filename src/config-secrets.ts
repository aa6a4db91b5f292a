import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeReadFault, OperatorError } from './errors.ts'

/** Reads a secret from NAME, from the file in NAME_FILE, or from the systemd credential `herald_NAME`. */
export function readSecret(env: Record<string, string | undefined>, name: string): string | undefined {
  const path = env[`${name}_FILE`]?.trim() || (env[name]?.trim() ? null : findCredential(env, name))
  if (!path) return env[name]
  if (env[name]?.trim()) throw new OperatorError(`Set ${name} or ${name}_FILE, not both.`)
  try {
    const text = readFileSync(path, 'utf8').trim()
    if (text) return text
  } catch (error) {
    throw new OperatorError(`${name}_FILE cannot be read: ${describeReadFault(path, error)}.`)
  }
  throw new OperatorError(`${name}_FILE is an empty file: ${path}.`)
}

/** A file that systemd passes to a service (LoadCredential); null if there is none. */
function findCredential({ CREDENTIALS_DIRECTORY: folder }: Record<string, string | undefined>, name: string) {
  const path = folder ? join(folder, `herald_${name}`) : null
  return path && existsSync(path) ? path : null
}
