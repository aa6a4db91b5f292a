import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engines } from '../../src/ai/engines/engines.ts'
import type { Models } from '../../src/ai/models.ts'
import type { Config } from '../../src/config.ts'
import { type Context, createContext } from '../../src/context.ts'
import type { Db } from '../../src/db/client.ts'
import { createPerformer, performDueJobs } from '../../src/jobs/runner.ts'
import { createLog } from '../../src/log.ts'
import { createPasswords } from '../../src/passwords.ts'
import { jobs } from '../../src/registry.ts'
import { createSecrets } from '../../src/secrets.ts'
import { atEnd } from './cleanup.ts'
import { testConfig } from './config.ts'
import { openTestDatabase } from './engine.ts'

export type TestContext = Context & { clock: Clock }
export type Clock = { now: Date; advance(milliseconds: number): void }

let folder: string | null = null

/** The folder of one context for files other than the database: no test finds the files of another. */
function createDataDir(): string {
  if (!folder) {
    const opened = mkdtempSync(join(tmpdir(), 'herald-test-data-'))
    folder = opened
    atEnd(() => {
      rmSync(opened, { recursive: true, force: true })
      folder = null
    })
  }
  return mkdtempSync(join(folder, 'data-'))
}

const silent = createLog({ level: 'silent' })

/** The real function with the lowest cost; `passwords.test.ts` tests the default cost. */
const cheapArgon = {
  hash: (password: Bun.StringOrBuffer) =>
    Bun.password.hash(password, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 }),
  verify: Bun.password.verify,
}

/**
 * A context on an empty database with a clock that only moves on request; `models` and `engines` replace the
 * configured ones, and `database` a new one.
 */
export async function testContext(
  config: Partial<Config> = {},
  models?: Models,
  engines?: Engines,
  database?: Db,
): Promise<TestContext> {
  const clock: Clock = {
    now: new Date('2026-03-04T12:00:00.000Z'),
    advance(milliseconds) {
      this.now = new Date(this.now.getTime() + milliseconds)
    },
  }
  const db = database ?? (await openTestDatabase()).db
  const settings = { ...testConfig(createDataDir()), ...config }
  const ctx = createContext(settings, {
    db,
    log: silent,
    secrets: createSecrets(() => 'test'),
    passwords: createPasswords(cheapArgon),
    models,
    engines,
    now: () => clock.now,
  })
  return { ...ctx, clock }
}

/** Returns a function that starts due jobs while earlier ones still run. */
export const performer = (ctx: Context) => createPerformer(ctx, jobs)

/** Runs every due job, and the jobs that they insert, to the end. */
export const drain = (ctx: Context) => performDueJobs(ctx, jobs)
