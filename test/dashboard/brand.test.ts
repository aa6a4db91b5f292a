import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { languageChoices, toneChoices } from '../../src/dashboard/content/brand/choices.ts'
import * as brandStrings from '../../src/dashboard/content/brand/strings.ts'
import { languages } from '../../src/features/brand-identities/languages.ts'
import { toneProfiles } from '../../src/features/brand-identities/table.ts'
import { atEnd } from '../support/cleanup.ts'
import { startSite } from '../support/site.ts'
import { answerWith, hold } from './support/answers.ts'
import { addSchedule, addTrigger, connectRepository } from './support/automations.ts'
import { acme, addBrand } from './support/brands.ts'
import { stopClock } from './support/clock.ts'
import { refusal } from './support/faults.ts'
import { startHerald } from './support/herald.ts'
import { expectPresentable } from './support/looks.ts'
import { visitorTest } from './support/page-test.ts'
import { pageTest, type Scene, signIn } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'

const dialog = (tab: Page) => tab.getByRole('dialog')
const field = (tab: Page, name: string) => tab.getByLabel(name, { exact: true })
const said = (tab: Page, words: string) => tab.getByRole('status').getByText(words, { exact: true })
const read = async ({ team }: Scene, id: string) =>
  (await team.call('GET', `/v1/brand-identities/${id}`)).body.brandIdentity

async function openBrand(scene: Scene, id: string) {
  const visitor = await scene.visit('member')
  const tab = await visitor.open(`/brand/${id}`)
  await field(tab, 'Name').waitFor()
  return { visitor, tab }
}

const site = startSite({
  '/': '<title>Acme</title><p>We make anvils.</p>',
  '/gone': new Response('', { status: 410 }),
})
atEnd(site.stop)

test('every tone and language of the API can be chosen', () => {
  const values = (choices: { value: string }[]) => choices.map(({ value }) => value).filter(Boolean)
  expect(values(languageChoices)).toEqual([...languages])
  expect(values(toneChoices)).toEqual([...toneProfiles])
})

visitorTest('a website is read step by step, then the brand is filled in', async (admit) => {
  const { isDefault: _, customInstructions: __, ...traits } = acme
  const { promise: asked, resolve: letAnswer } = Promise.withResolvers<void>()
  const herald = await startHerald(async () => {
    await asked
    return traits
  })
  const team = await herald.team('acme')
  const visitor = await signIn(admit, herald, team, 'member')
  const tab = await visitor.open('/brand')
  await field(tab, 'Website').fill(site.url)
  await tab.getByRole('button', { name: brandStrings.readWebsite.readMyWebsite }).click()
  await tab.getByRole('heading', { name: '127.0.0.1' }).waitFor()
  const steps = tab.getByRole('main').getByRole('listitem')
  const second = steps.nth(1)
  await second.and(tab.locator('.busy')).waitFor()
  await expectSoon(
    () => steps.allTextContents(),
    ['Read website', 'Extract company, audience and tone', 'Fill in brand'],
  )
  await expectPresentable(tab, 'brand reading')
  letAnswer()
  await tab.getByText('Website read.').waitFor()
  await field(tab, 'Company').waitFor()
  await expectSoon(() => field(tab, 'Company').inputValue(), 'Acme Inc.')
  await expectSoon(() => field(tab, 'Audience').inputValue(), 'Smiths and their apprentices.')
  await expectSoon(() => field(tab, 'Tone').inputValue(), 'Professional')
  await expectSoon(() => field(tab, 'Language').inputValue(), 'German')
  await expectSoon(() => new URL(tab.url()).search, '')
})

pageTest('an unreadable website says why, and the brand can be entered manually', async (scene) => {
  const visitor = await scene.visit()
  const tab = await visitor.open('/brand')
  await field(tab, 'Website').fill(`${site.url}/gone`)
  await tab.getByRole('button', { name: brandStrings.readWebsite.readMyWebsite }).click()
  const alert = tab.getByRole('main').getByRole('alert')
  await alert.waitFor()
  const { brandIdentities } = (await scene.team.call('GET', '/v1/brand-identities')).body
  await expectSoon(
    () => alert.textContent(),
    `The website ${site.url}/gone returned status 410.Fill in manually`,
  )
  await alert.getByRole('button', { name: brandStrings.readingSteps.fillInManually }).click()
  await expectSoon(() => field(tab, 'Website').inputValue(), brandIdentities[0].websiteUrl)
})

pageTest('an invalid URL is refused at its field with the message of the API', async (scene) => {
  const visitor = await scene.visit()
  const tab = await visitor.open('/brand')
  visitor.faults.expect(refusal(400, '/v1/brand-identities/generate'))
  await field(tab, 'Website').fill('ftp://acme.com')
  await field(tab, 'Website').press('Enter')
  await tab.getByRole('alert').getByText('Invalid website URL').waitFor()
  await expectSoon(() => field(tab, 'Website').getAttribute('aria-invalid'), 'true')
})

pageTest('another website becomes its own brand with an unused name', async (scene) => {
  await addBrand(scene, acme)
  const visitor = await scene.visit()
  const tab = await visitor.open('/brand')
  await tab.getByRole('link', { name: 'Acme' }).waitFor()
  await tab.keyboard.press('n')
  visitor.faults.expect(refusal(409, '/v1/brand-identities/generate'))
  await dialog(tab).getByLabel('Website').fill(site.url)
  await dialog(tab).getByLabel('Name').fill('Acme')
  await dialog(tab).getByRole('button', { name: 'Read website' }).click()
  await dialog(tab).getByRole('alert').getByText('A brand identity with this name already exists').waitFor()
  await expectPresentable(tab, 'brand another')
  await dialog(tab).getByLabel('Name').fill('Acme Labs')
  await dialog(tab).getByRole('button', { name: 'Read website' }).click()
  await tab.getByRole('heading', { level: 1, name: 'Acme Labs' }).waitFor()
})

pageTest('an edit is saved automatically once, and the page says so', async (scene) => {
  const id = await addBrand(scene, acme)
  const { visitor, tab } = await openBrand(scene, id)
  const sent: (string | null)[] = []
  tab.on('request', (request) => request.method() === 'PATCH' && sent.push(request.postData()))
  const letGo = await hold(visitor.context, '/v1/brand-identities/:id')
  await stopClock(tab)
  await field(tab, 'Audience').fill('')
  await field(tab, 'Audience').pressSequentially('Blacksmiths')
  await said(tab, 'Saving').waitFor()
  await tab.clock.resume()
  await letGo()
  await said(tab, 'Saved').waitFor()
  expect(sent).toEqual(['{"audience":"Blacksmiths"}'])
  expect(await read(scene, id)).toMatchObject({ audience: 'Blacksmiths', customTone: 'Dry, with a wink.' })
})

pageTest('an edit during a save is saved after it', async (scene) => {
  const id = await addBrand(scene, acme)
  const { visitor, tab } = await openBrand(scene, id)
  const letGo = await hold(visitor.context, '/v1/brand-identities/:id')
  const first = tab.waitForRequest((request) => request.method() === 'PATCH')
  await field(tab, 'Company').fill('Acme One')
  await first
  await field(tab, 'Company').fill('Acme Two')
  const last = tab.waitForResponse((response) => response.request().postData()?.includes('Two') ?? false)
  await letGo()
  await last
  await said(tab, 'Saved').waitFor()
  expect((await read(scene, id)).companyName).toBe('Acme Two')
})

pageTest('a refused value stays in the form with its error, and is saved once it is valid', async (scene) => {
  const id = await addBrand(scene, acme)
  const { visitor, tab } = await openBrand(scene, id)
  visitor.faults.expect(refusal(400, '/v1/brand-identities/:id'))
  await field(tab, 'Audience').fill('Smiths')
  await said(tab, 'Not saved').waitFor()
  await tab.getByRole('alert').getByText('Audience must have 10 to 1000 characters').waitFor()
  await expectSoon(() => field(tab, 'Audience').inputValue(), 'Smiths')
  await field(tab, 'Audience').fill('Smiths of all kinds')
  await said(tab, 'Saved').waitFor()
  await expectSoon(() => tab.getByRole('alert').count(), 0)
  expect((await read(scene, id)).audience).toBe('Smiths of all kinds')
})

pageTest('a refused field does not block the others', async (scene) => {
  const id = await addBrand(scene, acme)
  const { visitor, tab } = await openBrand(scene, id)
  visitor.faults.expect(refusal(400, '/v1/brand-identities/:id'))
  await field(tab, 'Audience').fill('Smiths')
  const alert = tab.getByRole('alert').getByText('Audience must have 10 to 1000 characters')
  await alert.waitFor()
  const saved = tab.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok())
  await field(tab, 'Company').fill('Acme Forge')
  await saved
  expect(await read(scene, id)).toMatchObject({ companyName: 'Acme Forge', audience: acme.audience })
  await said(tab, 'Not saved').waitFor()
  await expectSoon(() => alert.count(), 1)
})

pageTest('an edit that could not be sent is sent with the next attempt', async (scene) => {
  const id = await addBrand(scene, acme)
  const { visitor, tab } = await openBrand(scene, id)
  visitor.faults.expect(refusal(503, '/v1/brand-identities/:id'))
  const recover = await answerWith(tab, '/v1/brand-identities/:id', 503, { error: 'The database is busy.' })
  await field(tab, 'Company').fill('Acme Forge')
  await tab.getByRole('alert').getByText('The database is busy.').waitFor()
  await recover()
  await tab.getByRole('button', { name: 'Try again' }).click()
  await said(tab, 'Saved').waitFor()
  expect((await read(scene, id)).companyName).toBe('Acme Forge')
})

pageTest('typing continues after a save, with its trailing space', async (scene) => {
  const id = await addBrand(scene, acme)
  const { tab } = await openBrand(scene, id)
  await field(tab, 'Company').fill('Acme ')
  await said(tab, 'Saved').waitFor()
  await expectSoon(() => field(tab, 'Company').inputValue(), 'Acme ')
  expect((await read(scene, id)).companyName).toBe('Acme')
})

pageTest('another tone keeps its description, and an empty field is cleared', async (scene) => {
  const id = await addBrand(scene, acme)
  const { tab } = await openBrand(scene, id)
  await field(tab, 'Tone').selectOption('Casual')
  await field(tab, 'Instructions').fill('')
  await said(tab, 'Saved').waitFor()
  expect(await read(scene, id)).toMatchObject({
    toneProfile: 'Casual',
    customTone: 'Dry, with a wink.',
    customInstructions: null,
  })
})

pageTest('the last edit is saved when the page is left immediately', async (scene) => {
  const id = await addBrand(scene, acme)
  const { tab } = await openBrand(scene, id)
  const saved = tab.waitForResponse((response) => response.request().method() === 'PATCH')
  await field(tab, 'Company').fill('Acme Forge')
  await tab.getByRole('link', { name: 'Posts', exact: true }).click()
  await saved
  expect((await read(scene, id)).companyName).toBe('Acme Forge')
})

pageTest('another brand becomes the default', async (scene) => {
  const first = await addBrand(scene, acme)
  const other = await addBrand(scene, { name: 'Acme Labs' })
  const { tab } = await openBrand(scene, other)
  await tab.getByRole('button', { name: brandStrings.brandForm.makeDefault }).click()
  await tab.getByText('Default', { exact: true }).waitFor()
  await expectSoon(() => tab.getByRole('button', { name: 'Delete' }).count(), 0)
  expect([(await read(scene, first)).isDefault, (await read(scene, other)).isDefault]).toEqual([false, true])
})

pageTest('a default that is refused says why', async (scene) => {
  await addBrand(scene, acme)
  const other = await addBrand(scene, { name: 'Acme Labs' })
  const { visitor, tab } = await openBrand(scene, other)
  visitor.faults.expect(refusal(503, '/v1/brand-identities/:id'))
  await answerWith(tab, '/v1/brand-identities/:id', 503, { error: 'The database is busy.' })
  await tab.getByRole('button', { name: brandStrings.brandForm.makeDefault }).click()
  await tab.getByRole('alert').getByText('The database is busy.').waitFor()
})

pageTest('deleting a brand lists what it disables', async (scene) => {
  await addBrand(scene, acme)
  const id = await addBrand(scene, { name: 'Acme Labs' })
  const repository = await connectRepository(scene)
  const outputConfig = { brandVoiceId: id }
  await addSchedule(scene, repository, { outputConfig })
  await addSchedule(scene, repository, { name: 'Of the default' })
  await addSchedule(scene, repository, { name: 'Off', outputConfig, enabled: false, outputType: 'blog_post' })
  await addTrigger(scene, repository, { outputConfig })
  const { tab } = await openBrand(scene, id)
  await tab.getByRole('button', { name: 'Delete' }).click()
  await dialog(tab).getByText('Schedule “Week at Acme”').waitFor()
  await dialog(tab).getByText('Each push and release in acme/app').waitFor()
  await expectSoon(() => dialog(tab).getByRole('listitem').count(), 2)
  await expectPresentable(tab, 'brand delete')
  await dialog(tab).getByRole('button', { name: brandStrings.deleteBrand.deleteBrand }).click()
  await tab.getByRole('heading', { level: 1, name: 'Brand', exact: true }).waitFor()
  expect(await read(scene, id)).toBe(null)
  const { schedules } = (await scene.team.call('GET', '/v1/schedules')).body
  expect(schedules.filter((each: any) => each.enabled).map((each: any) => each.name)).toEqual([
    'Of the default',
  ])
})

pageTest('an unknown brand links back to the list', async (scene) => {
  const visitor = await scene.visit()
  const tab = await visitor.open(`/brand/${crypto.randomUUID()}`)
  await tab.getByText(brandStrings.brandPage.brandNotFound).waitFor()
  await tab.getByRole('link', { name: 'All brands' }).waitFor()
})
