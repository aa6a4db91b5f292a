import { expect } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import type { Context } from '../../src/context.ts'
import { paths } from '../../src/dashboard/data/paths.ts'
import { notFound } from '../../src/dashboard/kit/strings.ts'
import { addRecords } from '../attacks/records.ts'
import { goTo } from './every-page/support.ts'
import { pageTest, signIn } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'

/** Becomes an element wherever a page inserts it as markup, also inside of an attribute. */
const hostile = '"><img src=x id=zzmark onerror=alert(1)>\''

/** Columns whose values are shown as they are. */
const shown = ['name', 'title', 'display_name', 'description', 'message', 'error', 'topic', 'label']

/** Adds the markup to names and messages in all tables. */
async function addMarkup({ db }: Context) {
  const quoted = hostile.replaceAll("'", "''")
  const tables = await db.all<{ name: string }>(
    sql`select name from sqlite_schema where type = 'table' and name not in ('jobs', 'skills', 'migrations')`,
  )
  for (const { name: table } of tables) {
    const columns = await db.all<{ name: string }>(sql`select name from pragma_table_info(${table})`)
    for (const { name } of columns)
      if (shown.includes(name)) await db.run(`update ${table} set ${name} = ${name} || '${quoted}'`)
  }
}

/** Whether the content of a page shows the markup as text, in a field or outside. */
const showsMarkup = () =>
  [...document.querySelectorAll<HTMLInputElement>('main, dialog, :is(main, dialog) :is(input, textarea)')]
    .flatMap(({ value, textContent }) => [value, textContent])
    .some((text) => text?.includes('<img src=x id=zzmark'))

/** Goes to another address by way of a page without the markup: what is shown then is of that address. */
async function goToNext(page: Page, team: string, address: string) {
  await goTo(page, `/app/${team}/nowhere`)
  await page.getByRole('heading', { level: 1, name: notFound.title }).waitFor()
  expect(await page.evaluate(showsMarkup)).toBe(false)
  await goTo(page, `/app/${team}${address}`)
}

pageTest('a text with markup never becomes an element of a page', async ({ herald, admit }) => {
  const { team, ids } = await addRecords(herald, 'hostile', hostile)
  await addMarkup(herald.ctx)
  const of = (name: string) => ids[name] ?? ''
  const page = await (await signIn(admit, herald, team, 'owner')).open('/')
  for (const address of [
    paths.home(),
    paths.posts(),
    paths.newPost(),
    paths.collections(),
    paths.collection(of('collectionId')),
    paths.post(of('postId')),
    paths.publicPage(),
    paths.schedules(),
    paths.schedule(of('scheduleId')),
    paths.trigger(of('triggerId')),
    paths.brands(),
    paths.brand(of('brandIdentityId')),
    paths.skills(),
    paths.skill(of('name')),
    paths.repositories(),
    paths.repository(of('integrationId')),
    paths.activityRuns(),
    paths.prompts(),
    paths.prompt(of('promptId')),
    paths.conversations(),
    paths.answers(),
    paths.suggestions(),
    paths.competitors(),
    paths.gaps(),
    paths.articles(),
    paths.visibilitySettings(),
    paths.feedback(),
    paths.feedbackEntry(of('feedbackId')),
    paths.chats(),
    paths.chat(of('chatId')),
    paths.sessions(),
    paths.session(of('sessionId')),
    paths.approval(of('approvalId')),
    paths.keys(),
    paths.members(),
    paths.settings(),
    paths.account(),
  ]) {
    await goToNext(page, team.slug, address)
    await page.waitForFunction(showsMarkup)
    await expectSoon(async () => [address, await page.locator('#zzmark').count()], [address, 0])
  }
})
