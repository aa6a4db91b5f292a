import { beforeEach, describe, expect, test } from 'bun:test'
import { deleteTraffic } from '../../src/features/geo/traffic/forget.ts'
import { createLogImport, type ImportOptions } from '../../src/features/geo/traffic/import-log.ts'
import { findProjectHosts } from '../../src/features/geo/traffic/tracked-hosts.ts'
import { organizations } from '../../src/features/organizations/table.ts'
import { maxLine, readLines } from '../../src/traffic/log-lines.ts'
import { gptBot, trafficApp } from '../support/traffic.ts'

let app: Awaited<ReturnType<typeof trafficApp>>
beforeEach(async () => {
  app = await trafficApp()
})

const line = (path = '/docs', agent = gptBot, second = 30) =>
  `20.15.240.80 - - [21/Nov/2025:15:20:${second} +0000] "GET ${path} HTTP/1.1" 404 9 "-" "${agent}"`

async function importLog(lines: (string | null)[], options: Partial<ImportOptions> = {}) {
  const tracked = await findProjectHosts(app.ctx, app.acme.id, app.projectId)
  if (!tracked) throw new Error('The project has no hosts.')
  const log = createLogImport(app.ctx, {
    tracked,
    format: null,
    host: 'acme.com',
    isDryRun: false,
    ...options,
  })
  await log.add(lines)
  return await log.end()
}

/** Does something once, directly before the lines of an import are written. */
function beforeWriting(act: () => Promise<unknown>) {
  const client = app.ctx.db.$client
  const batch = client.batch.bind(client)
  client.batch = async (statements, mode) => {
    if (!JSON.stringify(statements).includes('insert into traffic_lines'))
      return await batch(statements, mode)
    client.batch = batch
    await act()
    return await batch(statements, mode)
  }
}

const stored = async () => (await app.read('log?limit=200')).log.length

describe('an import', () => {
  test('stores pages of agents from any day, and counts the rest by reason', async () => {
    const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    const lines = [line(), line('/logo.png'), line('/api/x'), line('/', browser), 'a broken line', null]
    expect(await importLog([...lines, line('/b')])).toEqual({
      format: 'combined',
      lines: 7,
      stored: 2,
      skipped: { tooLong: 1, unreadable: 1, future: 0, notPage: 2, human: 1, foreignHost: 0, known: 0 },
    })
    const { log } = await app.read('log')
    expect(log.map(({ path, host, status, capturedAt }: any) => [path, host, status, capturedAt])).toEqual([
      ['/b', 'acme.com', 404, '2025-11-21T15:20:30.000Z'],
      ['/docs', 'acme.com', 404, '2025-11-21T15:20:30.000Z'],
    ])
  })

  test('skips visits of a time that is still to come', async () => {
    const lines = [line(), line('/a').replace('/2025:', '/2099:')]
    expect(await importLog(lines)).toMatchObject({ stored: 1, skipped: { future: 1 } })
  })

  test('of an empty file stores nothing', async () => {
    expect(await importLog([])).toMatchObject({ format: null, lines: 0, stored: 0 })
  })

  test('of the same file, or of a rotation that overlaps it, stores no line twice', async () => {
    // Equal lines of one second are different visits.
    const first = [line('/a'), line('/a'), line('/b'), line('/c', gptBot, 31)]
    expect(await importLog(first)).toMatchObject({ stored: 4 })
    expect(await importLog(first)).toMatchObject({ stored: 0, skipped: { known: 4 } })
    expect(await importLog([...first.slice(3), line('/d', gptBot, 32)])).toMatchObject({
      stored: 1,
      skipped: { known: 1 },
    })
    expect(await stored()).toBe(5)
  })

  test('in three cuts stores what the import of the whole stores', async () => {
    const lines = Array.from({ length: 45 }, (_, index) => line(`/${index}`, gptBot, 10 + index))
    for (const cut of [lines.slice(0, 13), lines.slice(13, 14), lines.slice(14)]) await importLog(cut)
    expect(await stored()).toBe(45)
    expect(await importLog(lines)).toMatchObject({ stored: 0, skipped: { known: 45 } })
  })

  test('of a file that is still written stores its last line once it is complete', async () => {
    const half = line('/last').slice(0, 60)
    const whole = [line('/a'), line('/b')]
    expect(await importLog([...whole, half])).toMatchObject({ stored: 2, skipped: { unreadable: 1 } })
    expect(await importLog([...whole, line('/last')])).toMatchObject({ stored: 1, skipped: { known: 2 } })
  })

  test('of lines with NUL bytes stores the readable ones, without these bytes', async () => {
    const agent = line('/b').replace('GPTBot', 'GPTBot\0')
    const lines = ['\0'.repeat(1000), `\0${line('/a')}`, agent, line('/c'), line('/d')]
    expect(await importLog(lines)).toMatchObject({ stored: 3, skipped: { unreadable: 2 } })
    const { log } = await app.read('log')
    expect(JSON.stringify(log)).not.toContain('\\u0000')
  })

  test('stores a line once if another import stores it between the look-up and the write', async () => {
    beforeWriting(() => importLog([line('/a')]))
    expect(await importLog([line('/a'), line('/b')])).toMatchObject({ stored: 1, skipped: { known: 1 } })
    expect(await stored()).toBe(2)
  })

  test('stores its visits again after the traffic of its project was deleted', async () => {
    await importLog([line('/a')])
    const [organization] = await app.ctx.db.select().from(organizations)
    if (!organization) throw new Error('There is no organization.')
    await deleteTraffic(app.ctx, organization, app.projectId, null)
    expect(await importLog([line('/b'), line('/a')])).toMatchObject({ stored: 2 })
    const { log } = await app.read('log')
    expect(log.map(({ host, path }: any) => [host, path])).toEqual([
      ['acme.com', '/a'],
      ['acme.com', '/b'],
    ])
  })

  test('keeps the host of its visits if the host is deleted between the look-up and the write', async () => {
    await importLog([line('/a')])
    const [organization] = await app.ctx.db.select().from(organizations)
    if (!organization) throw new Error('There is no organization.')
    beforeWriting(() => deleteTraffic(app.ctx, organization, app.projectId, 'acme.com'))
    expect(await importLog([line('/b')])).toMatchObject({ stored: 1 })
    const { log } = await app.read('log')
    expect(log.map(({ host, path }: any) => [host, path])).toEqual([['acme.com', '/b']])
  })

  test('of hosts that the project does not track stores nothing', async () => {
    const foreign = line().replace('20.15', 'evil-acme.com:443 20.15')
    expect(await importLog([foreign])).toMatchObject({
      format: 'vhost',
      stored: 0,
      skipped: { foreignHost: 1 },
    })
  })

  test('counts one request of Vercel once, however many entries it has', async () => {
    const entry = (id: string) =>
      JSON.stringify({
        id,
        deploymentId: 'dpl_1',
        requestId: 'req_1',
        proxy: {
          timestamp: 1_763_734_830_000,
          method: 'GET',
          host: 'acme.com',
          path: '/a',
          userAgent: [gptBot],
        },
      })
    expect(await importLog([entry('1'), entry('2')])).toMatchObject({ stored: 1, skipped: { known: 1 } })
  })

  test('without a host, a user agent or a known format is refused', async () => {
    const importing = (lines: string[], options = {}) => importLog(lines, options)
    await expect(importing([line()], { host: null })).rejects.toThrow('noHost')
    const common = line().replace(/ "-".*/, '')
    await expect(importing([common])).rejects.toThrow('noUserAgent')
    await expect(importing(['a', 'b'])).rejects.toThrow('unknownFormat')
    expect(await stored()).toBe(0)
  })

  test('as a dry run stores nothing, and counts lines that are stored already', async () => {
    expect(await importLog([line()], { isDryRun: true })).toMatchObject({ stored: 1, skipped: { known: 0 } })
    expect(await stored()).toBe(0)
    await importLog([line()])
    const again = [line(), line('/b')]
    expect(await importLog(again, { isDryRun: true })).toMatchObject({ stored: 1, skipped: { known: 1 } })
  })

  test('stores URLs of at most 2,048 characters', async () => {
    const start = 'http://acme.com'
    const request = (length: number) =>
      JSON.stringify({
        http_user_agent: gptBot,
        time_iso8601: '2025-11-21T15:20:30Z',
        request_method: 'GET',
        request_uri: `/${'a/'.repeat(2048)}`.slice(0, length - start.length),
        host: 'acme.com',
      })
    expect(await importLog([request(2048), request(2049)])).toMatchObject({
      format: 'nginx-json',
      stored: 1,
      skipped: { unreadable: 1 },
    })
  })

  test('leaves no address of a visitor in the database', async () => {
    await importLog([line()])
    const tables = await app.ctx.db.$client.execute("select name from sqlite_master where type = 'table'")
    for (const { name } of tables.rows) {
      const { rows } = await app.ctx.db.$client.execute(`select * from "${name}"`)
      expect([name, JSON.stringify(rows).includes('20.15.240')]).toEqual([name, false])
    }
  })
})

describe('the lines of a file', () => {
  const linesOf = async (chunks: string[]) => {
    const stream = (async function* () {
      for (const chunk of chunks) yield new TextEncoder().encode(chunk)
    })()
    return (await Array.fromAsync(readLines(stream))).flat()
  }

  test('end with LF or CRLF, and may be cut anywhere', async () => {
    expect(await linesOf(['a\nb', 'c\r\n', '\n\r', '\nd'])).toEqual(['a', 'bc', 'd'])
  })

  test('that are too long are skipped, and the next one is read', async () => {
    const long = 'x'.repeat(maxLine + 1)
    expect(await linesOf([`a\n${long}\nb\n`])).toEqual(['a', null, 'b'])
    expect(await linesOf(['a\n', long, long, 'y\nb\n', `${long}\n`])).toEqual(['a', null, 'b', null])
    const part = 'x'.repeat(1024 * 1024)
    expect(await linesOf([...Array<string>(100).fill(part), '\nb'])).toEqual([null, 'b'])
  })
})
