import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import * as signInStrings from '../../src/dashboard/app/sign-in/strings.ts'
import { maxPerMinute, nextSave, pause, recent } from '../../src/dashboard/kit/save-pace.ts'
import { answerWith, hold } from './support/answers.ts'
import { stopClock } from './support/clock.ts'
import { refusal } from './support/faults.ts'
import { expectPresentable } from './support/looks.ts'
import { button, openText, saying, textOf, titleOf, writeAtEnd } from './support/post-page.ts'
import { pageTest } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'

// What is written is saved, and where it cannot be, nothing of it is lost.

const short = { markdown: '# Heading\n\nFirst.\n' }
const route = '/v1/posts/:id'
const saves = `PATCH ${route}`

describe('a text is saved', () => {
  pageTest('with Ctrl S immediately, with the time', async (scene) => {
    const { tab, read } = await openText(scene, short)
    await saying(tab, /^Saved 13:00$/).waitFor()
    await stopClock(tab)
    await writeAtEnd(tab, 'Second.')
    await saying(tab, /^Not saved yet$/).waitFor()
    await tab.keyboard.press('Control+s')
    await saying(tab, /^Saved 13:00$/).waitFor()
    expect((await read()).markdown).toBe('# Heading\n\nFirst.\nSecond.')
  })

  pageTest('automatically 1.5 s after the last key', async (scene) => {
    const { tab, read, sent } = await openText(scene, short)
    await stopClock(tab)
    await writeAtEnd(tab, 'Second.')
    await tab.clock.runFor(1400)
    await tab.keyboard.type(' Third.')
    await tab.clock.runFor(1400)
    expect(sent).toEqual([])
    const saved = tab.waitForResponse((response) => response.request().method() === 'PATCH')
    await tab.clock.runFor(200)
    await saved
    expect(sent).toHaveLength(1)
    expect((await read()).markdown).toBe('# Heading\n\nFirst.\nSecond. Third.')
  })

  pageTest('always with the title, which the first heading would replace', async (scene) => {
    const { tab, read, sent } = await openText(scene, { ...short, title: 'Kept' })
    await writeAtEnd(tab, 'Second.')
    await tab.keyboard.press('Control+s')
    await saying(tab, /^Saved 13:00$/).waitFor()
    expect(sent[0]).toEqual({
      title: 'Kept',
      markdown: '# Heading\n\nFirst.\nSecond.',
      expectedUpdatedAt: expect.any(String),
    })
    expect((await read()).title).toBe('Kept')
  })

  pageTest('a title with its text', async (scene) => {
    const { tab, read, sent } = await openText(scene, short)
    await titleOf(tab).fill('A better title')
    await tab.keyboard.press('Control+s')
    await saying(tab, /^Saved 13:00$/).waitFor()
    expect(sent[0]).toMatchObject({ title: 'A better title', markdown: short.markdown })
    expect(await read()).toMatchObject({ title: 'A better title', markdown: short.markdown })
    await tab.waitForFunction(() => document.title.startsWith('A better title · '))
  })

  pageTest('again if the text changed during the save', async (scene) => {
    const { tab, visitor, read } = await openText(scene, short)
    const letGo = await hold(visitor.context, route)
    await writeAtEnd(tab, 'Second.')
    await tab.keyboard.press('Control+s')
    await saying(tab, /^Saving$/).waitFor()
    await tab.keyboard.type(' Third.')
    await letGo()
    await tab.clock.fastForward(2000)
    await saying(tab, /^Saved 13:00$/).waitFor()
    expect((await read()).markdown).toEndWith('Second. Third.')
  })

  pageTest('not if it is unchanged', async (scene) => {
    const { tab, sent } = await openText(scene, short)
    await stopClock(tab)
    await writeAtEnd(tab, 'x')
    await tab.keyboard.press('Backspace')
    await tab.keyboard.press('Control+s')
    await saying(tab, /^Saved 13:00$/).waitFor()
    expect(sent).toEqual([])
  })
})

describe('if a save fails', () => {
  pageTest('the page shows the message of the API and saves once that is possible', async (scene) => {
    const { tab, visitor, read } = await openText(scene, short)
    const recover = await answerWith(visitor.context, route, 500, {
      error: 'The disk of this server is full.',
    })
    visitor.faults.expect(refusal(500, route))
    await writeAtEnd(tab, 'Second.')
    await tab.keyboard.press('Control+s')
    await tab
      .getByRole('alert')
      .getByText('Not saved. The disk of this server is full. Your changes are stored in this browser.')
      .waitFor()
    await saying(tab, /^Not saved$/).waitFor()
    await recover()
    await tab.clock.fastForward(60_000)
    await saying(tab, /^Saved 13:00$/).waitFor()
    await expectSoon(() => tab.getByRole('alert').count(), 0)
    expect((await read()).markdown).toEndWith('Second.')
  })

  pageTest('a refused text is saved after the next edit', async (scene) => {
    const { tab, visitor, sent, read } = await openText(scene, short)
    visitor.faults.expect(refusal(400, route))
    await titleOf(tab).fill('')
    await tab.keyboard.press('Control+s')
    await tab
      .getByText('Not saved. Title must have 1 to 120 characters. Your changes are stored in this browser.', {
        exact: true,
      })
      .waitFor()
    await tab.clock.fastForward(600_000)
    expect(sent).toHaveLength(1)
    await titleOf(tab).fill('A title')
    await tab.clock.fastForward(2000)
    await saying(tab, /^Saved 13:00$/).waitFor()
    expect((await read()).title).toBe('A title')
  })

  pageTest('at the rate limit, it counts down and then saves', async (scene) => {
    const { tab, visitor, read } = await openText(scene, short)
    const limited = { error: 'Rate limit exceeded' }
    const recover = await answerWith(visitor.context, route, 429, limited, { 'retry-after': '12' })
    visitor.faults.expect(refusal(429, route))
    await stopClock(tab)
    await writeAtEnd(tab, 'Second.')
    await tab.keyboard.press('Control+s')
    const alert = tab.getByRole('alert')
    await alert
      .getByText('Not saved. Rate limit exceeded. Your changes are stored in this browser. Retrying in 12 s.')
      .waitFor()
    await tab.clock.fastForward(5000)
    await alert.getByText('Retrying in 7 s').waitFor()
    await tab.keyboard.type(' Third.')
    await recover()
    await tab.clock.fastForward(7500)
    await saying(tab, /^Saved 13:00$/).waitFor()
    expect((await read()).markdown).toEndWith('Second. Third.')
  })
})

describe('an unsaved text', () => {
  pageTest('is restored after a crash, and saved', async (scene) => {
    const { id, tab, visitor, read } = await openText(scene, short)
    const recover = await answerWith(visitor.context, route, 500, { error: 'Full.' })
    visitor.faults.expect(refusal(500, route))
    await titleOf(tab).fill('Another title')
    await writeAtEnd(tab, 'Second.')
    await tab.keyboard.press('Control+s')
    await tab.getByText('Not saved. Full.').waitFor()
    await tab.close()
    await recover()

    const again = await visitor.open(`/posts/${id}`)
    await again.getByText('Restored your unsaved changes').waitFor()
    await expectSoon(() => titleOf(again).inputValue(), 'Another title')
    await textOf(again).getByText('Second.').waitFor()
    await again.clock.fastForward(2000)
    await saying(again, /^Saved 13:00$/).waitFor()
    expect(await read()).toMatchObject({ title: 'Another title', markdown: '# Heading\n\nFirst.\nSecond.' })
    expect(await kept(again)).toEqual([])
  })

  pageTest('is restored after a reload, and can be discarded', async (scene) => {
    const { tab, visitor, read } = await openText(scene, short)
    const letGo = await hold(visitor.context, saves)
    tab.on('dialog', (dialog) => dialog.accept())
    await writeAtEnd(tab, 'Second.')
    await tab.reload()
    await textOf(tab).getByText('Second.').waitFor()
    await button(tab, 'Undo').click()
    await textOf(tab).getByText('Second.').waitFor({ state: 'detached' })
    await letGo()
    await tab.clock.fastForward(2000)
    await saying(tab, /^Saved 13:00$/).waitFor()
    expect((await read()).markdown).toBe(short.markdown)
  })

  pageTest('after the user signed in again over the page', async (scene) => {
    const { id, tab, visitor, read } = await openText(scene, short)
    const end = await answerWith(visitor.context, route, 401, { error: 'Sign in to use this' })
    visitor.faults.expect(refusal(401, route))
    await writeAtEnd(tab, 'Second.')
    await tab.keyboard.press('Control+s')
    const dialog = tab.getByRole('dialog', { name: signInStrings.signInAgain.title })
    await dialog.waitFor()
    expect(await kept(tab)).toEqual([expect.stringContaining('Second.')])
    await end()
    // The visitor's session is still good: the sign-in is answered with it.
    const { body } = await scene.team
      .person('member', 'other')
      .then((other) => other.call('GET', '/api/app/session'))
    const session = await tab.evaluate(async () => (await fetch('/api/app/session')).json())
    expect(body.organizations[0].id).toBe(session.organizations[0].id)
    await answerWith(visitor.context, '/api/app/session', 200, session)
    await dialog.getByLabel('Email').fill('member@x.test')
    await dialog.getByLabel('Password').fill('whatever it is')
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await dialog.waitFor({ state: 'detached' })
    await saying(tab, /^Saved 13:00$/).waitFor()
    expect((await read()).markdown).toEndWith('Second.')
    // The text was never taken from under the hand: it can still be undone.
    await textOf(tab).focus()
    await tab.keyboard.press('Control+z')
    await textOf(tab).getByText('Second.').waitFor({ state: 'detached' })
    expect(id).toBe(tab.url().split('/').at(-1) ?? '')
  })

  pageTest('is restored only for its author, not for other users of the browser', async (scene) => {
    const { id, tab, visitor } = await openText(scene, short)
    await hold(visitor.context, saves)
    tab.on('dialog', (dialog) => dialog.accept())
    await writeAtEnd(tab, 'Second.')
    await tab.clock.runFor(500)
    const storage = await tab.evaluate(() => JSON.stringify(localStorage))
    const other = await (await scene.visit()).open(`/posts/${id}`)
    await other.evaluate((text) => {
      for (const [key, value] of Object.entries(JSON.parse(text))) localStorage.setItem(key, String(value))
    }, storage)
    await other.reload()
    await textOf(other).getByText('First.').waitFor()
    expect(await textOf(other).getByText('Second.').count()).toBe(0)
    await tab.reload()
    await textOf(tab).getByText('Second.').waitFor()
  })
})

const kept = (tab: import('playwright-core').Page) =>
  tab.evaluate(() =>
    Object.entries(localStorage).flatMap(([key, value]) => (key.startsWith('herald:post:') ? [value] : [])),
  )

describe('two tabs with one post', () => {
  /** Two tabs of one person: the first has saved, the second has other words. */
  async function disagree(scene: Parameters<Parameters<typeof pageTest>[1]>[0]) {
    const first = await openText(scene, short)
    const tab = await first.visitor.open(`/posts/${first.id}`)
    await textOf(tab).waitFor()
    await writeAtEnd(first.tab, 'From the first.')
    await first.tab.keyboard.press('Control+s')
    await saying(first.tab, /^Saved 13:00$/).waitFor()
    first.visitor.faults.expect(refusal(409, route))
    await writeAtEnd(tab, 'From the second.')
    await tab.keyboard.press('Control+s')
    await tab.getByText('This post was changed elsewhere at 13:00').waitFor()
    return { ...first, tab }
  }
  const firstText = '# Heading\n\nFirst.\nFrom the first.'
  const secondText = '# Heading\n\nFirst.\nFrom the second.'

  pageTest('the second shows the conflict and both texts, and overwrites nothing', async (scene) => {
    const { tab, read } = await disagree(scene)
    expect((await read()).markdown).toBe(firstText)
    await button(tab, 'Compare').click()
    const changes = tab.getByRole('region', { name: 'Changes' })
    await changes.locator('del').getByText('From the first.').waitFor()
    await changes.locator('ins').getByText('From the second.').waitFor()
    await expectPresentable(tab, 'post saved elsewhere')
    await tab.clock.fastForward(600_000)
    expect((await read()).markdown).toBe(firstText)
  })

  pageTest('the second can keep its own text', async (scene) => {
    const { tab, read } = await disagree(scene)
    await button(tab, 'Keep mine').click()
    await saying(tab, /^Saved 13:00$/).waitFor()
    expect((await read()).markdown).toBe(secondText)
  })

  pageTest('the second can take the other text and undo that', async (scene) => {
    const { tab, read } = await disagree(scene)
    await button(tab, 'Use other version').click()
    await saying(tab, /^Saved 13:00$/).waitFor()
    await textOf(tab).getByText('From the first.').waitFor()
    expect((await read()).markdown).toBe(firstText)
    await textOf(tab).focus()
    await tab.keyboard.press('Control+z')
    await tab.keyboard.press('Control+s')
    await saying(tab, /^Saved 13:00$/).waitFor()
    expect((await read()).markdown).toBe(secondText)
  })

  pageTest('there is no conflict if only the status changed', async (scene) => {
    const { id, tab, visitor, read } = await openText(scene, short)
    await scene.team.call('PATCH', `/v1/posts/${id}`, { status: 'published' })
    visitor.faults.expect(refusal(409, route))
    await writeAtEnd(tab, 'Second.')
    await tab.keyboard.press('Control+s')
    // Readers do not see what is typed after somebody else published the post.
    await saying(tab, /^Saved 13:00, not published$/).waitFor()
    const { markdown } = await read()
    expect([markdown.includes('First.'), markdown.includes('Second.')]).toEqual([true, false])
    await button(tab, 'Update').waitFor()
  })

  pageTest('the second shows the new text if it has no unsaved edit', async (scene) => {
    const { id, tab } = await openText(scene, short)
    await scene.team.call('PATCH', `/v1/posts/${id}`, { title: 'From elsewhere', markdown: 'Other words.' })
    await tab.clock.fastForward(10_000)
    await tab.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await textOf(tab).getByText('Other words.').waitFor()
    await expectSoon(() => titleOf(tab).inputValue(), 'From elsewhere')
    await saying(tab, /^Saved 13:00$/).waitFor()
  })

  pageTest('an unsaved text is not saved over a newer version', async (scene) => {
    const { id, tab, visitor, read } = await openText(scene, short)
    await hold(visitor.context, saves)
    await writeAtEnd(tab, 'Second.')
    await tab.clock.runFor(500)
    await tab.close()
    await scene.team.call('PATCH', `/v1/posts/${id}`, { title: 'Acme', markdown: 'Other words.' })
    const again = await visitor.open(`/posts/${id}`)
    await again.getByText('This post was changed elsewhere').waitFor()
    await textOf(again).getByText('Second.').waitFor()
    await again.clock.fastForward(600_000)
    expect((await read()).markdown).toBe('Other words.')
  })
})

describe('leaving the editor', () => {
  pageTest('saves the text without a question', async (scene) => {
    const { tab, read } = await openText(scene, short)
    await writeAtEnd(tab, 'Second.')
    await tab.getByRole('link', { name: 'Posts' }).first().click()
    await tab.getByRole('heading', { level: 1, name: 'Posts' }).waitFor()
    expect((await read()).markdown).toEndWith('Second.')
  })

  pageTest('asks if the text cannot be saved', async (scene) => {
    const { id, tab, visitor } = await openText(scene, short)
    await answerWith(visitor.context, route, 500, { error: 'Full.' })
    visitor.faults.expect(refusal(500, route))
    await writeAtEnd(tab, 'Second.')
    const posts = tab.getByRole('link', { name: 'Posts' }).first()
    await posts.click()
    const dialog = tab.getByRole('dialog', { name: 'Not saved' })
    await dialog.waitFor()
    await dialog.getByRole('button', { name: 'Stay' }).click()
    await textOf(tab).getByText('Second.').waitFor()
    expect(tab.url()).toEndWith(id)
    await posts.click()
    await dialog.getByRole('button', { name: 'Leave', exact: true }).click()
    await tab.getByRole('heading', { level: 1, name: 'Posts' }).waitFor()
    expect(await kept(tab)).toEqual([expect.stringContaining('Second.')])
  })

  pageTest('asks if saving is slow, and continues once it is saved', async (scene) => {
    const { tab, visitor, read } = await openText(scene, short)
    const letGo = await hold(visitor.context, saves)
    await writeAtEnd(tab, 'Second.')
    await tab.getByRole('link', { name: 'Posts' }).first().click()
    await tab.getByRole('dialog', { name: 'Not saved' }).waitFor()
    await letGo()
    await tab.getByRole('heading', { level: 1, name: 'Posts' }).waitFor()
    await tab.getByRole('dialog').waitFor({ state: 'detached' })
    expect((await read()).markdown).toEndWith('Second.')
  })

  pageTest('by closing the tab asks while something is unsaved', async (scene) => {
    const { tab, visitor } = await openText(scene, short)
    const letGo = await hold(visitor.context, saves)
    const asked: string[] = []
    tab.on('dialog', (dialog) => {
      asked.push(dialog.type())
      dialog.accept()
    })
    await writeAtEnd(tab, 'Second.')
    await tab.reload()
    expect(asked).toEqual(['beforeunload'])
    await letGo()
    await tab.clock.fastForward(2000)
    await saying(tab, /^Saved 13:00$/).waitFor()
    await tab.reload()
    expect(asked).toEqual(['beforeunload'])
  })
})

describe('the frequency of saves', () => {
  test('is a pause after the last key, unless that would be refused', () => {
    expect(nextSave({ editedAt: 1000, sentAt: [], notBefore: 0 })).toBe(1000 + pause)
    expect(nextSave({ editedAt: 1000, sentAt: [900], notBefore: 9000 })).toBe(9000)
  })

  test('however keys are pressed, no minute has more saves than half of what the server takes', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 4000 }), { minLength: 100, maxLength: 300 }), (gaps) => {
        let now = 0
        let sentAt: readonly number[] = []
        const all: number[] = []
        for (const gap of gaps) {
          now += gap
          sentAt = recent(sentAt, now)
          const at = nextSave({ editedAt: now, sentAt, notBefore: 0 })
          sentAt = [...sentAt, at]
          all.push(at)
          now = at
        }
        for (const at of all) {
          expect(all.filter((each) => each > at - 60_000 && each <= at).length).toBeLessThanOrEqual(
            maxPerMinute,
          )
        }
      }),
    )
    expect(maxPerMinute).toBeLessThanOrEqual(30)
  })
})
