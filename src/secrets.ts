import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { chmodSync, linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { OperatorError } from './errors.ts'

/** Where a secret is stored; it can be decrypted only for this location. `row` never changes. */
export type SecretLocation = { table: string; column: string; row: string }

export type Secrets = {
  encrypt(text: string, location: SecretLocation): string
  decrypt(sealed: string, location: SecretLocation): string
  /** Encrypts again, for a location, what an earlier version encrypted without one. */
  bind(sealed: string, location: SecretLocation): string
  /** A key of 32 bytes for one purpose, from which neither the secret key nor another purpose's key follows. */
  deriveKey(purpose: string): Buffer
}

const prefix = 'v2:'

/**
 * AES-256-GCM with a new nonce for every value and its location as associated data. The format is the prefix, then
 * base64 of nonce, tag and ciphertext. The key is read at the first use.
 */
export function createSecrets(readKey: () => string): Secrets {
  let digest: Buffer | null = null
  const keys = new Map<string, Buffer>()
  function key(): Buffer {
    digest ??= createHash('sha256').update(readKey()).digest()
    return digest
  }
  function open(encoded: string, location: SecretLocation | null): string {
    const bytes = Buffer.from(encoded, 'base64')
    const secretKey = key()
    try {
      const decipher = createDecipheriv('aes-256-gcm', secretKey, bytes.subarray(0, 12))
      if (location) decipher.setAAD(associatedData(location))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    } catch {
      throw new OperatorError(
        `A stored secret cannot be decrypted: SECRET_KEY, or secret.key in DATA_DIR, is not the key that encrypted it. Restore that key, or ${wayOut}`,
      )
    }
  }
  function encrypt(text: string, location: SecretLocation): string {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key(), nonce)
    cipher.setAAD(associatedData(location))
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return prefix + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
  }
  return {
    encrypt,
    decrypt: (sealed, location) =>
      open(sealed.startsWith(prefix) ? sealed.slice(prefix.length) : '', location),
    bind: (sealed, location) => (sealed.startsWith(prefix) ? sealed : encrypt(open(sealed, null), location)),
    deriveKey(purpose) {
      const derived = keys.get(purpose) ?? Buffer.from(hkdfSync('sha256', key(), '', purpose, 32))
      keys.set(purpose, derived)
      return derived
    },
  }
}

const associatedData = ({ table, column, row }: SecretLocation) =>
  Buffer.from(JSON.stringify([prefix, table, column, row]))

const wayOut = 'run "herald secrets reset" to delete the tokens and webhook secrets that it encrypted.'

const pathOf = (config: Config) => join(config.dataDir, 'secret.key')

/** SECRET_KEY, or the key generated into DATA_DIR; throws an OperatorError if neither exists. */
export function readSecretKey(config: Config): string {
  const key = findSecretKey(config)
  if (key) return key
  throw new OperatorError(
    `The secret key is missing: SECRET_KEY is not set, and there is no ${pathOf(config)}. Restore it, or ${wayOut}`,
  )
}

export function findSecretKey(config: Config): string | null {
  if (config.secretKey) return config.secretKey
  try {
    return readFileSync(pathOf(config), 'utf8').trim() || null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Makes the key readable only by this user, for example after a restore from a backup. */
export function protectSecretKey(config: Config): void {
  try {
    chmodSync(pathOf(config), 0o600)
  } catch (error) {
    if (!['ENOENT', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/** Stores a key in DATA_DIR. If two processes start together, both use the key that was stored first. */
export function createSecretKey(config: Config, key = randomBytes(32).toString('hex')): void {
  const path = pathOf(config)
  const written = `${path}.${process.pid}`
  writeFileSync(written, key, { mode: 0o600 })
  try {
    // Linked when complete, so that neither a crash nor a concurrent reader can see half a key.
    linkSync(written, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(written)
  }
}
