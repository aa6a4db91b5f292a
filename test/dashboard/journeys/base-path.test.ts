import { expect } from 'bun:test'
import * as joiningStrings from '../../../src/dashboard/app/sign-in/joining/strings.ts'
import { createSetupLink } from '../../../src/features/sessions/links.ts'
import { startHerald } from '../support/herald.ts'
import { visitorTest } from '../support/page-test.ts'

// Behind a proxy that serves Herald at /herald: the host belongs to another program.

visitorTest('the dashboard works under a base path, from the set-up to the next sign-in', async (admit) => {
  const herald = await startHerald(undefined, { basePath: '/herald' })
  const { origin } = new URL(herald.url)
  const { open, context } = await admit(origin, herald.ctx.clock.now)
  const outside: string[] = []
  context.on('request', (request) => {
    const { pathname, protocol } = new URL(request.url())
    if (protocol === 'http:' && !pathname.startsWith('/herald/')) outside.push(pathname)
  })

  const tab = await open((await createSetupLink(herald.ctx)).replace(origin, ''))
  await tab.getByLabel('Your name').fill('Ada Brandt')
  await tab.getByLabel('Email').fill('ada@acme.dev')
  await tab.getByLabel('Password').fill('three small words')
  await tab.getByLabel('Organization').fill('Acme')
  await tab.getByText('URL: /herald/app/acme').waitFor()
  await tab.getByRole('button', { name: joiningStrings.setUpForm.createAccount }).click()
  await tab.waitForURL(`${herald.url}/app/acme`)
  expect(new Set((await context.cookies()).map(({ path }) => path))).toEqual(new Set(['/herald']))

  await tab.getByRole('link', { name: 'Feedback' }).click()
  await tab.waitForURL(`${herald.url}/app/acme/feedback`)
  await tab.getByText(`${herald.url}/mcp/acme`).first().waitFor()
  await tab.reload()
  await tab.getByText(`${herald.url}/v1/feedback/acme`).first().waitFor()

  await tab.getByRole('link', { name: 'Ada Brandt' }).click()
  await tab.getByRole('button', { name: 'Sign out', exact: true }).click()
  await tab.getByRole('heading', { name: 'Sign in' }).waitFor()
  await tab.goto('/herald/app/acme/keys')
  await tab.getByLabel('Email').fill('ada@acme.dev')
  await tab.getByLabel('Password').fill('three small words')
  await tab.getByRole('button', { name: 'Sign in', exact: true }).click()
  await tab.waitForURL(`${herald.url}/app/acme/keys`)
  await tab.getByRole('heading', { name: 'API keys', exact: true }).waitFor()
  expect(outside).toEqual([])
})
