import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { closeSync, constants, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { createLog, type Log } from '../src/log.ts'
import { checkout, cleanUp, temporaryFolder } from './support/process.ts'

afterAll(cleanUp)

const turn = () => new Promise(setImmediate)

let log: Log
let reader: number
beforeEach(() => {
  const pipe = join(temporaryFolder(), 'pipe')
  Bun.spawnSync(['mkfifo', pipe])
  reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK)
  log = createLog({ level: 'info' }, openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK))
})

/** The content of the pipe. */
function read(): string {
  const chunks: Buffer[] = []
  for (;;) {
    const chunk = Buffer.alloc(65536)
    try {
      chunks.push(chunk.subarray(0, readSync(reader, chunk)))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      return Buffer.concat(chunks).toString()
    }
  }
}

/** Reads whole lines until `isLast` returns true. */
async function readUntil(isLast: (line: { msg?: string; n: number; count: number }) => boolean) {
  let text = ''
  for (;;) {
    text += read()
    const lines = text.endsWith('\n')
      ? text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
      : []
    if (lines.length > 0 && isLast(lines.at(-1))) return lines
    await turn()
  }
}

describe('the log', () => {
  test('escapes characters of foreign text that control a terminal', async () => {
    log.warn({ reason: 'a\u009b2J' }, 'The mail server refuses the email.')
    let text = ''
    while (!text.endsWith('\n')) {
      await turn()
      text += read()
    }
    expect(text).toContain('"reason":"a\\u009b2J"')
  })

  test('writes the lines of a turn together at its end, in order', async () => {
    log.info({ n: 1 }, 'one')
    log.warn({ n: 2 }, 'two')
    expect(read()).toBe('')
    await turn()
    const lines = read()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map(({ level, n, msg }) => [level, n, msg])).toEqual([
      ['info', 1, 'one'],
      ['warn', 2, 'two'],
    ])
  })

  test('keeps lines whole and in order for a slow reader', async () => {
    const count = 1000
    for (let n = 0; n < count; n++) log.info({ n, text: 'ü'.repeat(500) })
    await turn()
    log.info({ n: count }, 'the next turn')
    const lines = await readUntil(({ n }) => n === count)
    expect(lines.map(({ n }) => n)).toEqual(Array.from({ length: count + 1 }, (_, n) => n))
  })

  test('keeps a limited number of lines for a reader that does not read, and reports how many it dropped', async () => {
    const [sent, text] = [10_000, 'x'.repeat(1000)]
    for (let n = 0; n < sent; n++) log.info({ n, text })
    await turn()
    const lines = await readUntil(({ msg }) => msg?.endsWith('the reader of stdout is too slow.') ?? false)
    const kept = lines.length - 1
    expect(kept).toBeGreaterThan(1000)
    expect(kept).toBeLessThan(5000)
    expect(lines.at(-1)).toMatchObject({
      level: 'error',
      count: sent - kept,
      msg: `Dropped ${sent - kept} log lines: the reader of stdout is too slow.`,
    })
    log.info('again')
    expect((await readUntil(({ msg }) => msg === 'again')).length).toBe(1)
  })

  test('does not affect a process whose log is no longer read', async () => {
    closeSync(reader)
    log.info('to nobody')
    await turn()
    log.info('still to nobody')
    await turn()
    expect(log.isLevelEnabled('info')).toBe(true)
  })

  test.each(['process.exit(3)', 'throw new Error("gone")', ''])(
    'is written when the process ends in the same turn: %s',
    async (end) => {
      const script = `
        const { createLog } = await import(${JSON.stringify(join(checkout, 'src/log.ts'))})
        createLog({ level: 'info' }).info('last words')
        ${end}`
      const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe', stderr: 'ignore' })
      expect(JSON.parse(await new Response(child.stdout).text()).msg).toBe('last words')
    },
  )
})
