import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { version } from '../../package.json'
import { claimDatabase, claimDrained, isDrainRequested } from '../../src/db/processes.ts'
import { checkout, cleanUp, run, temporaryFolder } from '../support/process.ts'

afterAll(cleanUp)

const pending = async () => true
const nothingPending = async () => false
const patience = 100
const me = `process ${process.pid} on ${hostname()} (Herald ${version})`

let folder: string
let url: string
beforeEach(() => {
  folder = temporaryFolder()
  url = `file:${join(folder, 'herald.db')}`
})

describe('a process that starts on an embedded database', () => {
  test('is the only one, and shares the database once it has migrated it', async () => {
    const first = await claimDatabase(url, pending)
    expect(first.isOnly).toBe(true)
    first.share()
    const second = await claimDatabase(url, nothingPending)
    expect(second.isOnly).toBe(false)
    second.leave()
    first.leave()
    expect(readdirSync(folder)).toEqual(['herald.db-server'])
  })

  test('does not migrate while another process uses it, and names that process', async () => {
    const first = await claimDatabase(url, pending)
    first.share()
    await expect(claimDatabase(url, pending, patience)).rejects.toThrow(
      `This database has pending migrations, but ${me} uses it. Stop that process, then start again.`,
    )
    first.leave()
    const next = await claimDatabase(url, pending, patience)
    expect(next.isOnly).toBe(true)
    next.leave()
  })

  test('does not use it while another process migrates it, and names that process', async () => {
    const first = await claimDatabase(url, pending)
    await expect(claimDatabase(url, nothingPending, patience)).rejects.toThrow(
      `This database is being migrated by ${me}. Start again when it has finished.`,
    )
    first.leave()
  })

  test('ignores and removes the record of a killed process', async () => {
    const script = `
      import { claimDatabase } from ${JSON.stringify(join(checkout, 'src/db/processes.ts'))}
      await claimDatabase(${JSON.stringify(url)}, async () => true)
      process.kill(process.pid, 'SIGKILL')`
    await run(['-e', script], {}, { command: [process.execPath] })
    expect(readdirSync(folder)).toHaveLength(2)
    const next = await claimDatabase(url, pending, patience)
    expect(next.isOnly).toBe(true)
    next.leave()
    expect(readdirSync(folder)).toEqual(['herald.db-server'])
  })
})

describe('a command that needs the database of running servers', () => {
  test('waits until they have released it, and withdraws its request if they do not', async () => {
    const path = join(folder, 'herald.db')
    const server = await claimDatabase(url, pending)
    server.share()
    expect(isDrainRequested(path)).toBe(false)
    const waiting = claimDrained(path, patience)
    expect(isDrainRequested(path)).toBe(true)
    await expect(waiting).rejects.toThrow(
      `The database is still used by ${me}. Stop that process, then run the command again.`,
    )
    expect(isDrainRequested(path)).toBe(false)

    const next = claimDrained(path)
    server.leave()
    const claim = await next
    await expect(claimDrained(path, patience)).rejects.toThrow(
      'Another restore is running. Wait until it has ended.',
    )
    claim.leave()
    expect([isDrainRequested(path), readdirSync(folder)]).toEqual([false, ['herald.db-server']])
  })
})
