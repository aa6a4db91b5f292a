import { afterAll, expect } from 'bun:test'
import type { Locator } from 'playwright-core'
import * as joiningStrings from '../../../src/dashboard/app/sign-in/joining/strings.ts'
import { imageField } from '../../../src/dashboard/content/public-page/strings.ts'
import * as homeStrings from '../../../src/dashboard/home/strings.ts'
import { startGitHub } from '../../support/github.ts'
import { repository } from '../../support/github-repository.ts'
import { cleanUp, start, temporaryFolder } from '../../support/process.ts'
import { freePort } from '../../support/sqld.ts'
import { expectPresentable } from '../support/looks.ts'
import { type Admit, visitorTest } from '../support/page-test.ts'
import { button, pasteImage, textOf } from '../support/post-page.ts'
import { expectSoon } from '../support/soon.ts'

afterAll(cleanUp)

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString()

/** A stand-in for GitHub with one repository and its four changes of the last days. */
function publish() {
  const app = repository('acme/app', { startsAt: daysAgo(5) })
  app.pullRequest('feat: export reports as PDF', { body: 'One click writes the report as a PDF.' })
  app.pullRequest('fix: keep the order of columns')
  app.commit('perf: read the index once')
  app.commit('chore(deps): bump left-pad from 1.0.0 to 1.0.1')
  return startGitHub({ repositories: [app] })
}

/** A new server whose set-up link is open, with the form filled in. */
async function openSetUp(admit: Admit, githubUrl: string) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const folder = temporaryFolder()
  const settings = { PORT: String(port), APP_URL: url, GITHUB_API_URL: githubUrl }
  const server = await start(settings, { folder })
  await server.hasPrinted('herald setup')
  const { open } = await admit(url, new Date())
  const tab = await open('/app').catch((cause) => {
    throw new Error(`${cause.message}\nThe server printed:\n${server.output()}`, { cause })
  })
  await server.hasPrinted('/app/setup#')
  const [link = ''] = /http:\S+\/app\/setup#[0-9a-f]+/.exec(server.output()) ?? []
  await tab.goto(link)
  await tab.getByLabel('Your name').fill('Ada Brandt')
  await tab.getByLabel('Organization').fill('Acme')
  await tab.getByLabel('Email').fill('ada@acme.dev')
  await tab.getByLabel('Password').fill('three small words')
  return { server, tab, url }
}

visitorTest(
  'from an empty folder to a published changelog: a page, a link, an account, three clicks',
  async (admit) => {
    using github = publish()
    const { server, tab } = await openSetUp(admit, github.url)
    await tab.getByRole('button', { name: joiningStrings.setUpForm.createAccount }).click()

    await tab.getByRole('heading', { level: 1, name: 'Welcome, Ada' }).waitFor()
    await tab.getByLabel(homeStrings.connectStep.repositoryOnGitHub).fill('acme/app')
    await tab.getByRole('button', { name: 'Connect', exact: true }).click()
    await tab.getByRole('button', { name: homeStrings.writeStep.writeChangelog }).click()
    await tab.getByRole('link', { name: 'Open post' }).click()

    await tab.getByText('Nothing is missing').waitFor()
    await tab.getByText('Export reports as PDF').first().waitFor()
    await expectPresentable(tab, 'journey first post')
    await tab.getByRole('button', { name: 'Publish' }).click()
    await tab.getByRole('button', { name: 'Move to draft' }).waitFor()

    await tab.getByRole('link', { name: 'Posts' }).first().click()
    const published = tab.getByRole('row').filter({ hasText: 'Published' })
    await published.waitFor()
    expect(await published.count()).toBe(1)
    // Requests that are under way would fail.
    await tab.goto('about:blank')
    await server.terminate()
  },
)

visitorTest(
  'from the set-up link to a public page with a logo and a post with a screenshot: eight clicks',
  async (admit) => {
    using github = startGitHub()
    const { server, tab, url } = await openSetUp(admit, github.url)
    let clicks = 0
    async function click(target: Locator) {
      clicks++
      await target.click()
    }

    await click(button(tab, joiningStrings.setUpForm.createAccount))
    await click(tab.getByRole('link', { name: homeStrings.writeStep.writePost }))
    const newPost = tab.getByRole('dialog', { name: 'New post' })
    await newPost.getByLabel('Title').fill('Faster exports')
    await click(newPost.getByRole('button', { name: 'Create' }))
    await textOf(tab).fill('Exports take two seconds.\n\n')
    await pasteImage(tab, 'image/png')
    const image = tab.getByRole('dialog', { name: 'Add image' })
    await image.getByLabel('Alt text').fill('The list of exports')
    await click(image.getByRole('button', { name: 'Insert' }))
    await click(button(tab, 'Publish'))
    await click(button(tab, 'Turn on public page'))
    await click(tab.getByRole('navigation').getByRole('link', { name: 'Public page' }))
    const chooser = tab.waitForEvent('filechooser')
    await click(button(tab, imageField.choose('Logo')))
    await (await chooser).setFiles(`${import.meta.dir}/../../../docs/images/post-light.webp`)
    await button(tab, imageField.removeNamed('Logo')).waitFor()

    const read = async (path: string) => (await fetch(url + path)).text()
    await expectSoon(async () => /<img class="logo"/.test(await read('/c/acme')), true)
    expect(await read('/c/acme/faster-exports')).toMatch(
      /src="\/i\/[0-9a-f]{64}-40x30\.webp" alt="The list of exports" width="40" height="30"/,
    )
    expect(clicks).toBe(8)
    await tab.goto('about:blank')
    await server.terminate()
  },
)
