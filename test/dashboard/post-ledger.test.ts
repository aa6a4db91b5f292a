import { describe, expect } from 'bun:test'
import type { Page } from 'playwright-core'
import * as ledgerStrings from '../../src/dashboard/content/post/ledger/strings.ts'
import { narrow } from './support/browser.ts'
import { entry } from './support/ledger.ts'
import { expectPresentable } from './support/looks.ts'
import { button, entryOf, lineOf, openPost, openText, saying, textOf } from './support/post-page.ts'
import { sampleLedger, sampleMarkdown } from './support/sample-post.ts'
import { pageTest } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'

// The ledger next to the text: every change of the post, and the line that lists it.

const panel = (tab: Page) => tab.getByRole('complementary', { name: 'Ledger' })
const choose = (tab: Page, title: string) => button(tab, title).click()
/** The highlighted lines in the text and in the ledger. */
const lit = async (tab: Page) => ({
  lines: await tab.locator('.cm-line.lit').allTextContents(),
  entries: await tab.locator('.entry.current .t').allTextContents(),
})
/** The highlighted entry of the ledger. */
const expectLit = (tab: Page, title: string) => expectSoon(async () => (await lit(tab)).entries, [title])
const order = 'Keep the order of columns after a reload'
const send = 'Send scheduled reports once when the clocks change'

/** As it is written for readers who are no developers. */
const withoutReferences = sampleMarkdown.replaceAll(/ \[#\d+\]\(.*$/gm, '')

/** Takes the whole line out that has these words. */
async function deleteLine(tab: Page, words: string) {
  await lineOf(tab, words).click()
  await tab.keyboard.press('Control+Shift+k')
}

describe('the ledger panel', () => {
  pageTest('counts all changes by placement and confirms the sum', async (scene) => {
    const { tab } = await openText(scene)
    await panel(tab)
      .getByText('30 changes from 55 commits. Each is in the text, or left out below with its reason.')
      .waitFor()
    await panel(tab).getByText('Nothing is missing', { exact: true }).waitFor()
    // Also a ledger with few changes reaches the end of the window.
    const bottom = await panel(tab).evaluate((aside) => {
      const empty = aside.cloneNode() as Element
      aside.replaceWith(empty)
      const box = empty.getBoundingClientRect()
      empty.replaceWith(aside)
      return box.bottom
    })
    expect(bottom).toBe(tab.viewportSize()?.height ?? 0)
    await panel(tab).getByRole('img', { name: '30 changes: 3 highlights, 18 listed, 9 left out' }).waitFor()
    await expectSoon(
      () => panel(tab).locator('.legend span').allTextContents(),
      ['3 highlights', '18 listed', '9 left out'],
    )
    await expectSoon(
      () => panel(tab).locator('summary').allTextContents(),
      ['Highlights3', 'Listed18', 'Left out9'],
    )
    await expectSoon(
      () => panel(tab).locator('h3').allTextContents(),
      ['Features & Enhancements', 'Bug Fixes', 'Performance Improvements'],
    )
  })

  pageTest('says which changes are missing or duplicated', async (scene) => {
    const twice = entry({ title: 'Told twice', commits: sampleLedger[3]?.commits })
    const { tab } = await openText(scene, { sourceMetadata: { ledger: [...sampleLedger, twice] } })
    await panel(tab).getByText(ledgerStrings.ledgerHead.doesNotAddUp).waitFor()
    await panel(tab).getByText('1 commit is in more than one entry.').waitFor()
  })

  pageTest('shows why a change is omitted', async (scene) => {
    const { tab } = await openText(scene)
    await panel(tab).getByText('Left out').last().click()
    await entryOf(tab, 'Bump vite').getByText('It only updates dependencies.').waitFor()
  })

  pageTest('is hidden for a post without a ledger', async (scene) => {
    const { tab } = await openText(scene, { sourceMetadata: {}, contentType: 'linkedin_post' })
    expect(await panel(tab).count()).toBe(0)
  })

  pageTest('is below the text on a narrow screen', async (scene) => {
    const { tab } = await openText(scene)
    const places = () =>
      tab.evaluate(() => {
        const [text, ledger] = ['.write', '.ledger'].map((name) =>
          document.querySelector(name)?.getBoundingClientRect(),
        )
        return {
          isBelow: (ledger?.top ?? 0) >= (text?.bottom ?? 0),
          isBeside: (ledger?.left ?? 0) >= (text?.right ?? 0),
        }
      })
    await expectSoon(places, { isBelow: false, isBeside: true })
    await tab.setViewportSize(narrow)
    await expectSoon(places, { isBelow: true, isBeside: false })
  })
})

describe('an entry and its line', () => {
  pageTest('are highlighted together: from the ledger', async (scene) => {
    const { tab } = await openText(scene)
    await choose(tab, order)
    await expectSoon(() => lit(tab), { lines: [expect.stringContaining(order)], entries: [order] })
    expect(await textOf(tab).evaluate((element) => element === document.activeElement)).toBe(true)
    await expectPresentable(tab, 'post lit')
  })

  pageTest('are highlighted together: from the text', async (scene) => {
    const { tab } = await openText(scene)
    await lineOf(tab, send).click()
    await expectSoon(() => lit(tab), { lines: [expect.stringContaining(send)], entries: [send] })
    await tab.keyboard.press('ArrowUp')
    await expectLit(tab, order)
    await tab.keyboard.press('Control+Home')
    await expectSoon(() => lit(tab), { lines: [], entries: [] })
  })

  pageTest('are highlighted together, also if the line is far below', async (scene) => {
    const { tab } = await openText(scene, { markdown: `${'Words.\n\n'.repeat(500)}${sampleMarkdown}` })
    await choose(tab, order)
    await lineOf(tab, order).waitFor()
    const isInSight = () =>
      lineOf(tab, order).evaluate((line) => {
        const { top } = line.getBoundingClientRect()
        return top > 0 && top < window.innerHeight
      })
    await expectSoon(isInSight, true)
  })

  pageTest('the line of a highlight is its heading with the text below it', async (scene) => {
    const { tab } = await openText(scene)
    await choose(tab, 'Saved views')
    await expectLit(tab, 'Saved views')
    const { lines } = await lit(tab)
    expect(lines[0]).toContain('Saved views')
    expect(lines.at(-1)).toContain('A view keeps filters')
    await lineOf(tab, 'Rows keep their height').click()
    await expectLit(tab, 'Tables that hold still')
  })

  pageTest('stay matched while the line is edited', async (scene) => {
    const { tab } = await openText(scene)
    await lineOf(tab, order).click()
    await tab.keyboard.press('End')
    await tab.keyboard.press('Shift+Home')
    await tab.keyboard.press('ArrowRight')
    // All but the first words: the reference goes with the rest.
    for (let word = 0; word < 4; word++) await tab.keyboard.press('Control+Shift+ArrowLeft')
    await tab.keyboard.type('gone')
    await tab.keyboard.press('Home')
    await tab.keyboard.press('ArrowRight')
    await tab.keyboard.press('ArrowRight')
    await tab.keyboard.type('Always ')
    await expectLit(tab, order)
    // The next line: those far above are drawn only once they are scrolled to.
    await lineOf(tab, send).click()
    await expectLit(tab, send)
    await lineOf(tab, 'Always Keep').click()
    await expectLit(tab, order)
  })

  pageTest('stay matched after the edited post is saved and opened again', async (scene) => {
    const { id, tab, visitor } = await openText(scene, { markdown: withoutReferences })
    await lineOf(tab, order).click()
    await tab.keyboard.press('Home')
    await tab.keyboard.press('ArrowRight')
    await tab.keyboard.press('ArrowRight')
    await tab.keyboard.press('Control+Shift+ArrowRight')
    await tab.keyboard.type('Never lose ')
    await tab.keyboard.press('Control+s')
    await saying(tab, /^Saved/).waitFor()
    const again = await visitor.open(`/posts/${id}`)
    await choose(again, order)
    await expectSoon(async () => (await lit(again)).lines, [expect.stringContaining('Never lose')])
  })

  pageTest('are opened from another view too', async (scene) => {
    const { tab } = await openPost(scene, {}, '?view=preview')
    await panel(tab).getByText('Nothing is missing').waitFor()
    await choose(tab, order)
    await lineOf(tab, order).waitFor()
    await expectLit(tab, order)
    expect(tab.url()).not.toContain('view=')
  })

  pageTest('work by keyboard', async (scene) => {
    const { tab } = await openText(scene)
    await button(tab, order).focus()
    await tab.keyboard.press('Enter')
    await expectLit(tab, order)
    await tab.keyboard.type('x')
    await lineOf(tab, 'x').first().waitFor()
  })

  pageTest('have a tick for each line, larger for highlights', async (scene) => {
    const { tab } = await openText(scene)
    await expectSoon(() => tab.locator('.cm-gutterElement.tick.hi').count(), 3)
    const [tick, text] = await Promise.all([
      tab.locator('.cm-gutterElement.tick').first().boundingBox(),
      tab.locator('.mk').first().boundingBox(),
    ])
    expect((tick?.x ?? 0) + (tick?.width ?? 0)).toBeLessThanOrEqual(text?.x ?? 0)
  })
})

describe('an entry that was removed manually', () => {
  pageTest('is marked as removed and can be restored to its position as one undoable edit', async (scene) => {
    const { tab, read } = await openText(scene)
    await deleteLine(tab, order)
    await entryOf(tab, order).getByText(ledgerStrings.entryRow.removedManually).waitFor()
    await panel(tab)
      .getByRole('img', { name: '30 changes: 3 highlights, 17 listed, 1 removed, 9 left out' })
      .waitFor()
    await panel(tab).getByText('17, 1 removed').waitFor()
    await panel(tab).getByText('Nothing is missing').waitFor()
    await expectPresentable(tab, 'post removed by hand')

    await button(tab, `Restore ${order}`).click()
    await expectLit(tab, order)
    await tab.keyboard.press('Control+s')
    await saying(tab, /^Saved/).waitFor()
    expect((await read()).markdown).toBe(sampleMarkdown)

    await textOf(tab).focus()
    await tab.keyboard.press('Control+z')
    await entryOf(tab, order).getByText(ledgerStrings.entryRow.removedManually).waitFor()
    await expectSoon(() => lineOf(tab, send).count(), 1)
    await tab.keyboard.press('Control+z')
    await entryOf(tab, order).getByText(ledgerStrings.entryRow.removedManually).waitFor({ state: 'detached' })
    await tab.keyboard.press('Control+s')
    await saying(tab, /^Saved/).waitFor()
    expect((await read()).markdown).toBe(sampleMarkdown)
  })

  pageTest('can be restored later', async (scene) => {
    const { id, tab, visitor, read } = await openText(scene)
    await deleteLine(tab, order)
    await tab.keyboard.press('Control+s')
    await saying(tab, /^Saved/).waitFor()
    await tab.close()
    const later = await visitor.open(`/posts/${id}`)
    await button(later, `Restore ${order}`).click()
    await later.keyboard.press('Control+s')
    await saying(later, /^Saved/).waitFor()
    expect((await read()).markdown).toBe(sampleMarkdown)
  })

  pageTest('is matched again after cut and paste', async (scene) => {
    const { tab } = await openText(scene, { markdown: withoutReferences })
    await lineOf(tab, order).click()
    await tab.keyboard.press('End')
    await tab.keyboard.type(', really')
    await tab.keyboard.press('Home')
    await tab.keyboard.press('Shift+End')
    await tab.keyboard.press('Control+x')
    await entryOf(tab, order).getByText(ledgerStrings.entryRow.removedManually).waitFor()
    await lineOf(tab, 'Index sessions').click()
    await tab.keyboard.press('End')
    await tab.keyboard.press('Enter')
    await tab.keyboard.press('Backspace')
    await tab.keyboard.press('Backspace')
    await tab.keyboard.press('Control+v')
    await entryOf(tab, order).getByText(ledgerStrings.entryRow.removedManually).waitFor({ state: 'detached' })
  })

  pageTest('is marked once its last word is deleted, until that is undone', async (scene) => {
    const { tab } = await openText(scene, { markdown: withoutReferences })
    await lineOf(tab, order).click()
    await tab.keyboard.press('End')
    await tab.keyboard.press('Shift+Home')
    await tab.keyboard.press('Delete')
    await entryOf(tab, order).getByText(ledgerStrings.entryRow.removedManually).waitFor()
    await tab.keyboard.press('Control+z')
    await entryOf(tab, order).getByText(ledgerStrings.entryRow.removedManually).waitFor({ state: 'detached' })
    await tab.keyboard.press('Control+y')
    await entryOf(tab, order).getByText(ledgerStrings.entryRow.removedManually).waitFor()
  })
})

describe('an omitted entry', () => {
  pageTest('can be added under its category and then counts as listed', async (scene) => {
    const { tab, read } = await openText(scene)
    await panel(tab).getByText('Left out').last().click()
    await choose(tab, 'Bump the linters')
    await button(tab, 'Include Bump the linters').click()
    await entryOf(tab, 'Bump the linters').getByText(ledgerStrings.entryRow.addedManually).waitFor()
    await panel(tab).getByRole('img', { name: '30 changes: 3 highlights, 19 listed, 8 left out' }).waitFor()
    await tab.keyboard.press('Control+s')
    await saying(tab, /^Saved/).waitFor()
    expect((await read()).markdown).toBe(
      `${sampleMarkdown}\n### Internal Changes\n\n- Bump the linters [#399](https://github.com/acme/app/pull/399) (Author: ada)\n`,
    )
  })

  pageTest('counts as listed when its number is written manually', async (scene) => {
    const { tab } = await openText(scene)
    await textOf(tab).focus()
    await tab.keyboard.press('Control+End')
    await tab.keyboard.type('\n- Newer linters (#399)')
    await panel(tab).getByRole('img', { name: '30 changes: 3 highlights, 19 listed, 8 left out' }).waitFor()
  })
})

describe('a change', () => {
  pageTest('links to the code host and shows its authors and issues', async (scene) => {
    const told = entry({
      number: 409,
      title: order,
      url: 'https://github.com/acme/app/pull/409',
      authors: ['ada', 'bo'],
      commits: ['a'.repeat(40), 'b'.repeat(40)],
      issues: [
        { id: '1', identifier: 'APP-12', title: 'Columns jump', url: 'https://linear.app/acme/issue/APP-12' },
      ],
    })
    const { tab } = await openText(scene, { sourceMetadata: { ledger: [told] } })
    const row = entryOf(tab, order)
    await expectSoon(
      () => row.getByRole('link', { name: '#409' }).getAttribute('href'),
      'https://github.com/acme/app/pull/409',
    )
    expect(await row.getByText('By ada').count()).toBe(0)
    await choose(tab, order)
    await row.getByText('By ada, bo · 2 commits').waitFor()
    await row.getByText('Columns jump').waitFor()
    await expectSoon(
      () => row.getByRole('link', { name: 'APP-12' }).getAttribute('href'),
      'https://linear.app/acme/issue/APP-12',
    )
  })
})
