import { expect } from 'bun:test'
import { startSite } from '../support/site.ts'
import { answerWith, hold } from './support/answers.ts'
import { stopClock } from './support/clock.ts'
import { expectKeyboardReachesAll } from './support/keyboard.ts'
import { expectNoSidewaysScroll, expectNoViolations } from './support/looks.ts'
import { visitorTest } from './support/page-test.ts'
import { describePage } from './support/report.ts'
import { expectSoon } from './support/soon.ts'

// Tests of the test tools themselves: each finds the fault that it looks for.

const now = new Date('2026-03-04T12:00:00.000Z')
const head =
  '<!doctype html><html lang="en"><title>A page</title><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">'
const pages = {
  '/sound': `${head}<main><h1>Sound</h1><p><a href="/x">Link</a> <button>Button</button></main>`,
  '/log': `${head}<script>console.error('Oh')</script>`,
  '/throw': `${head}<script>throw new Error('Ah')</script>`,
  '/foreign': `${head}<img src="https://elsewhere.example/pixel.png" alt="">`,
  '/refused': `${head}<script>fetch('/nowhere')</script>`,
  '/policy': new Response(`${head}<p style="color: red">Red</p>`, {
    headers: { 'content-type': 'text/html', 'content-security-policy': "style-src 'self'" },
  }),
  '/pale': `${head}<main><h1>Pale</h1><p style="color: #ccc">Hardly there</p></main>`,
  '/broad': `${head}<main><h1>Broad</h1><div style="width: 1300px">Too wide</div></main>`,
  '/trap': `${head}<button>In</button><input id="trap" onkeydown="event.preventDefault()"><button>Out</button>`,
  '/bare': `${head}<style>* { outline: none !important }</style><button>In</button>`,
}

/** What is found wrong with a page that is only opened. */
function faultTest(path: keyof typeof pages, found: RegExp[]) {
  const kinds = found.length === 0 ? 'no fault' : `these faults: ${found.join(', ')}`
  visitorTest(`${path} has ${kinds}`, async (admit) => {
    using site = startSite(pages)
    const { open, faults } = await admit(site.url, now)
    const page = await open(path)
    await page.waitForLoadState('networkidle')
    expect(faults.list()).toEqual(found.map((each) => expect.stringMatching(each)))
    for (const fault of found) faults.expect(fault)
  })
}

faultTest('/sound', [])
faultTest('/log', [/^Oh/])
faultTest('/throw', [/^Nobody caught: Error: Ah/])
faultTest('/foreign', [/^A request to another host: https:\/\/elsewhere\.example/, /NAME_NOT_RESOLVED/])
faultTest('/refused', [/status of 404 .*\(\/nowhere\)/])
faultTest('/policy', [/violates .* directive 'style-src 'self''/])

visitorTest('an expected fault must happen', async (admit) => {
  using site = startSite(pages)
  const { open, faults } = await admit(site.url, now)
  const page = await open('/log')
  faults.expect(/^Oh/)
  expect(faults.list()).toEqual([])
  faults.expect(/^Never/)
  expect(faults.list()).toEqual(['Nothing happened that is /^Never/.'])
  await page.evaluate(() => console.error('Never'))
})

/** What a check fails with; null where it does not. Bun's `rejects` would hold up what the browser says. */
const messageOf = (check: Promise<void>) =>
  check.then(
    () => null,
    (error: Error) => error.message,
  )

visitorTest('text with too little contrast is found', async (admit) => {
  using site = startSite(pages)
  const { open } = await admit(site.url, now)
  await expectNoViolations(await open('/sound'))
  expect(await messageOf(expectNoViolations(await open('/pale')))).toMatch(
    /color-contrast: .*\n.*Hardly there/,
  )
})

visitorTest('an element that is too wide is reported', async (admit) => {
  using site = startSite(pages)
  const { open } = await admit(site.url, now)
  await expectNoSidewaysScroll(await open('/sound'))
  expect(await messageOf(expectNoSidewaysScroll(await open('/broad')))).toMatch(/px too wide: <div/)
})

visitorTest('a keyboard trap and an invisible focus are found', async (admit) => {
  using site = startSite(pages)
  const { open } = await admit(site.url, now)
  await expectKeyboardReachesAll(await open('/sound'))
  expect(await messageOf(expectKeyboardReachesAll(await open('/trap')))).toContain('>Out</button>')
  expect(await messageOf(expectKeyboardReachesAll(await open('/bare')))).toContain('>In</button>')
})

visitorTest('a route can be delayed, refused and restored, whatever its query', async (admit) => {
  using site = startSite({ ...pages, '/v1/posts/1': Response.json({ from: 'server' }) })
  const visitor = await admit(site.url, now)
  const page = await visitor.open('/sound')
  const ask = () => page.evaluate(async () => (await fetch('/v1/posts/1?page=2')).json())

  const endRefusal = await answerWith(page, '/v1/posts/:id', 500, { error: 'Full.' })
  expect(await ask()).toEqual({ error: 'Full.' })
  visitor.faults.expect(/status of 500/)
  await endRefusal()

  const letGo = await hold(page, '/v1/posts/:id')
  const answer = ask()
  await page.waitForRequest('**/v1/posts/1?page=2')
  expect(site.asked).not.toContain('/v1/posts/1')
  await letGo()
  expect(await answer).toEqual({ from: 'server' })
})

visitorTest('a page uses the clock of the test', async (admit) => {
  using site = startSite(pages)
  const { open } = await admit(site.url, now)
  const page = await open('/sound')
  const day = () => page.evaluate(() => new Date().toISOString().slice(0, 10))
  expect(await day()).toBe('2026-03-04')
  await page.clock.fastForward(24 * 60 * 60 * 1000)
  expect(await day()).toBe('2026-03-05')
})

visitorTest('frames are drawn while the clock is stopped', async (admit) => {
  using site = startSite(pages)
  const { open } = await admit(site.url, now)
  const page = await open('/sound')
  await stopClock(page)
  const drawn = () => new Promise((resolve) => requestAnimationFrame(() => resolve('drawn')))
  expect(await page.evaluate(drawn)).toBe('drawn')
})

visitorTest('a failed test reports the URL, text, log and screenshot of its page', async (admit) => {
  using site = startSite({
    ...pages,
    '/v1/posts/1': Response.json({}),
    '/asking': `${head}<main><h1>Asking</h1></main><dialog open>Sure</dialog>
      <script>fetch('/v1/posts/1').then(() => console.info('Answered'))</script>`,
  })
  const { open, faults } = await admit(site.url, now)
  const page = await open('/asking')
  await expectSoon(() => faults.log.length, 2)
  const report = await describePage(page, 'A page, described', faults.log)
  const picture = /^Picture: (.*-described\.png)$/m.exec(report)?.[1] ?? ''
  expect(report.replace(picture, 'PATH').split('\n')).toEqual([
    `The page: ${site.url}/asking`,
    'Focus: nothing',
    'Picture: PATH',
    'Words: Sure',
    'Asking',
    'Log:',
    '  GET /v1/posts/1: 200',
    '  info: Answered',
  ])
  expect(await Bun.file(picture).exists()).toBe(true)
})
