import { expect } from 'bun:test'
import { sharedHerald } from './support/herald.ts'
import { visitorTest } from './support/page-test.ts'

visitorTest(
  'the API page works under its content security policy and does not store a key',
  async (admit) => {
    const herald = await sharedHerald()
    const { open } = await admit(herald.url, herald.ctx.clock.now)
    const tab = await open('/swagger')
    await tab.getByRole('button', { name: 'Authorize' }).click()
    await tab.locator('#auth-bearer-value').fill('herald_typed')
    await tab.getByRole('button', { name: 'Apply credentials' }).click()
    await tab.getByRole('button', { name: 'Close' }).last().click()
    await tab.getByRole('button', { name: 'Expand operation' }).first().click()
    await tab.locator('#operations-Discovery-getStatus .opblock-summary-control').click()
    await tab.getByRole('button', { name: 'Execute' }).click()
    await tab.getByText('"Herald API"').first().waitFor()
    // A body whose schema is a reference.
    await tab.locator('#operations-tag-Content').click()
    await tab.locator('#operations-Content-createPost .opblock-summary-control').click()
    await tab.locator('#operations-Content-createPost textarea').waitFor()
    expect(await tab.locator('#operations-Content-createPost textarea').inputValue()).toContain('"title"')
    const kept = await tab.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
    expect(kept).not.toContain('herald_typed')
  },
)
