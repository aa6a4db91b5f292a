import { expect } from 'bun:test'
import * as strings from '../../src/dashboard/organization/server/strings.ts'
import { atEnd } from '../support/cleanup.ts'
import { startSmtp } from '../support/smtp.ts'
import { startHerald } from './support/herald.ts'
import { expectPresentable, looks } from './support/looks.ts'
import { visitorTest } from './support/page-test.ts'
import { pageTest, signIn } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'

visitorTest('the owner of the only organization sets up model and email', async (admit) => {
  const herald = await startHerald('{}', { appUrl: 'http://localhost:3000' })
  const smtp = startSmtp()
  atEnd(() => smtp.stop())
  const { open, person } = await signIn(admit, herald, await herald.team('acme'), 'owner')
  const tab = await open('/')
  await tab.getByRole('link', { name: 'Server', exact: true }).click()
  await tab.getByLabel('SMTP URL').fill(smtp.url)
  await tab.getByLabel('Sender').fill('Acme <news@acme.test>')
  const email = tab.getByRole('region', { name: 'Email' })
  await email.getByRole('button', { name: 'Save' }).click()
  await email.getByRole('button', { name: strings.mailForm.test }).click()
  await tab.getByText(strings.mailForm.works(person.email)).waitFor()
  const model = tab.getByRole('region', { name: 'Model' })
  await model.getByLabel(strings.modelForm.baseUrl).fill(herald.models.url)
  await model.getByLabel(strings.modelForm.writer).fill('writer-1')
  await model.getByRole('button', { name: 'Save' }).click()
  await model.getByRole('button', { name: strings.modelForm.test }).click()
  await tab.getByText(strings.modelForm.works('writer-1')).waitFor()
  await expectPresentable(tab, 'server', looks.each)
  await tab.getByRole('button', { name: strings.addressSection.use(herald.url) }).click()
  await expectSoon(() => herald.ctx.config.appUrl, herald.url)
  expect(smtp.received).toHaveLength(1)
})

pageTest('a server with several organizations offers no settings of its own', async ({ herald, visit }) => {
  await herald.team(`second-${crypto.randomUUID().slice(0, 8)}`)
  const tab = await (await visit()).open('/settings')
  await tab.getByRole('link', { name: 'General', exact: true }).waitFor()
  expect(await tab.getByRole('link', { name: 'Server', exact: true }).count()).toBe(0)
})
