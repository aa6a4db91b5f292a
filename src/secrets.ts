import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { OperatorError } from './errors.ts'

export type Secrets = { encrypt(text: string): string; decrypt(sealed: string): string }

/** AES-256-GCM with a fresh nonce for every value; nonce, tag and ciphertext in base64. */
export function createSecrets(secretKey: string): Secrets {
  const key = createHash('sha256').update(secretKey).digest()
  return {
    encrypt(text) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
    },
    decrypt(sealed) {
      const bytes = Buffer.from(sealed, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
      } catch {
        throw new OperatorError(
          'A stored secret cannot be decrypted: SECRET_KEY is not the one it was stored with.',
        )
      }
    },
  }
}

/** SECRET_KEY, or the key generated into DATA_DIR on the first run. */
export function loadSecretKey(config: Config): string {
  if (config.secretKey) return config.secretKey
  const path = join(config.dataDir, 'secret.key')
  try {
    // `wx` makes two processes that start together agree on one key.
    writeFileSync(path, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(path, 'utf8').trim()
}
