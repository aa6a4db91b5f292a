import { expect, test } from 'bun:test'
import { findRedirect } from '../../src/net/find-redirect.ts'
import { testContext } from '../support/context.ts'
import { redirect, startSite } from '../support/site.ts'

const signal = new AbortController().signal

test('returns the target of a redirect, without requesting it', async () => {
  const ctx = await testContext({ allowPrivateNetwork: true })
  using site = startSite({
    '/away': redirect('https://acme.example/pricing'),
    '/near': redirect('/page', 308),
    '/page': '<p>Here.</p>',
    '/broken': redirect('http://'),
  })
  const follow = (path: string) => findRedirect(ctx, `${site.url}${path}`, signal)
  expect(await follow('/away')).toBe('https://acme.example/pricing')
  expect(await follow('/near')).toBe(`${site.url}/page`)
  for (const path of ['/page', '/broken', '/none']) expect(await follow(path)).toBeNull()
  expect(site.asked).toEqual(['/away', '/near', '/page', '/broken', '/none'])
})

test('does not request a private address', async () => {
  const ctx = await testContext()
  using site = startSite({ '/': redirect('https://acme.example/') })
  const refused = await findRedirect(ctx, site.url, signal).catch((error) => error.reason)
  expect([refused, site.asked]).toEqual(['refused', []])
})
