import { afterEach, beforeEach, expect, test } from 'bun:test'
import { command } from '../support/command.ts'
import { redirect, startSite } from '../support/site.ts'

const page = `<title>Anvils for everyone</title><h1>Anvils</h1><p>${'We make anvils. '.repeat(20)}</p>`
const text = (body: string, type = 'text/plain') => new Response(body, { headers: { 'content-type': type } })

let site: ReturnType<typeof startSite>
beforeEach(() => {
  site = startSite({ '/': page, '/robots.txt': text('User-agent: *\nAllow: /\nSitemap: /sitemap.xml') })
  site.pages['/sitemap.xml'] = text(`<urlset><url><loc>${site.url}/</loc></url></urlset>`, 'application/xml')
})
afterEach(() => site.stop())

test('readiness prints the score, the checks, their evidence and fixes without a server', async () => {
  const { exitCode, stdout, stderr } = await command(['readiness', site.url.replace('http://', '')])
  expect([exitCode, stderr]).toEqual([0, ''])
  expect(stdout).toStartWith('Score 62 of 100 (needs improvement), one page read.\n\nMust do\n')
  expect(stdout).toContain(
    'partial         Home page loads over HTTPS\n                  The page is served over http only.',
  )
  expect(stdout).toContain(
    'FAILED          llms.txt\n                  Status 404.\n                  Fix: Publish /llms.txt',
  )
})

test('readiness prints files to copy, which pass in the next scan', async () => {
  site.pages['/docs'] = page
  delete site.pages['/sitemap.xml']
  const { stdout } = await command(['readiness', site.url])
  const printed = (check: string, file: string) => {
    const [, code = ''] = stdout.split(` ${check}\n`)[1]?.split(`\n                  ${file}:\n`) ?? []
    return code.split('\n                  Check:')[0]?.replace(/^ {20}/gm, '') ?? ''
  }
  site.pages['/llms.txt'] = text(printed('llms.txt', 'llms.txt'))
  site.pages['/sitemap.xml'] = text(printed('Sitemap', 'sitemap.xml'), 'application/xml')
  expect(printed('Sitemap', 'robots.txt')).toStartWith(`Sitemap: ${site.url}/sitemap.xml`)
  const after = await command(['readiness', site.url])
  for (const check of ['Sitemap', 'llms.txt']) {
    expect(stdout).toContain(`FAILED          ${check}\n`)
    expect(after.stdout).toContain(`ok              ${check}\n`)
  }
})

test('readiness exits with 1 if a check under Must do fails', async () => {
  site.pages['/robots.txt'] = text('User-agent: *\nDisallow: /')
  const { exitCode, stdout, stderr } = await command(['readiness', site.url])
  expect(exitCode).toBe(1)
  expect(stdout).toContain('FAILED          AI search crawlers are allowed')
  expect(stderr).toBe('herald: two checks under Must do failed.\n')
})

test('readiness --json prints the evaluation', async () => {
  const { exitCode, stdout } = await command(['readiness', site.url, '--json'])
  const { url, score, checks } = JSON.parse(stdout)
  expect([exitCode, url, score, checks.length]).toEqual([0, site.url, 62, 23])
})

test('readiness reports a site that does not respond', async () => {
  site.stop()
  const { exitCode, stderr } = await command(['readiness', site.url])
  expect([exitCode, stderr]).toEqual([1, 'herald: The host 127.0.0.1 cannot be reached.\n'])
})

test('readiness of a private host follows no redirect to another protocol', async () => {
  site.pages['/'] = redirect('file:///etc/passwd')
  const { stderr } = await command(['readiness', site.url])
  expect(stderr).toBe('herald: The URL must begin with http or https.\n')
})

test('readiness without a website explains its use', async () => {
  const { exitCode, stderr } = await command(['readiness'])
  expect(exitCode).toBe(2)
  expect(stderr).toBe('herald: readiness: URL is required; see: herald readiness --help\n')
})
