import { describe, expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { narrow } from './support/browser.ts'
import { expectPresentable } from './support/looks.ts'
import { lineOf, openText, saying, textOf, writeAtEnd } from './support/post-page.ts'
import { pageTest } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'

// The text of a post as it is written.

const saved = (tab: Page) => saying(tab, /^Saved 13:00$/).waitFor()

async function save(tab: Page) {
  await tab.keyboard.press('Control+s')
  await saved(tab)
}

describe('every byte is preserved', () => {
  const kept = [
    // White space at the ends of lines.
    'One  \n\ttwo \n\n\n  three\t\n',
    // Separators that are no ends of lines.
    'One\u2028two\u2029three\u0085four\fand\vfive\n',
    // What cannot be seen.
    'One\u200btwo\u00a0three\u2060four \ufeffand\u202eevif\u202c\n',
    // Characters of two halves, and joined ones.
    '🚀 👩‍👩‍👧‍👦 é e\u0301 漢字 עברית\n',
    // Markdown in every manner.
    '* One\n+ Two\n1) Three\n\nHeading\n===\n\n~~~\n<b>&amp;</b>\n~~~\n\n\\# no heading\n',
    // No end of the last line.
    'One\n\nTwo',
  ]
  const texts: [string, string][] = [
    ['white space, separators, invisible and joined characters, and Markdown in every manner', kept.join('')],
    ['lines as Windows ends them', 'One\r\n\r\n- Two\r\n- Three\r\n'],
    ['both ends of lines', 'One\r\nTwo\nThree\rFour\n'],
  ]
  for (const [what, markdown] of texts) {
    pageTest(`of ${what}`, async (scene) => {
      const { tab, read } = await openText(scene, { markdown })
      await textOf(tab).focus()
      await tab.keyboard.press('Control+Home')
      await tab.keyboard.type('x')
      await save(tab)
      expect((await read()).markdown).toBe(`x${markdown}`)
    })
  }

  pageTest('pasted text gets the line endings of the post', async (scene) => {
    const { tab, read } = await openText(scene, { markdown: 'One\r\n' })
    await textOf(tab).focus()
    await tab.keyboard.press('Control+End')
    await tab.evaluate(() => navigator.clipboard.writeText('Two\nthree\n'))
    await tab.keyboard.press('Control+v')
    await save(tab)
    expect((await read()).markdown).toBe('One\r\nTwo\r\nthree\r\n')
  })
})

pageTest('the editor has a name, says how to leave it, and has its spelling checked', async (scene) => {
  const { tab } = await openText(scene)
  const description = await textOf(tab).evaluate(
    (element) => document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent,
  )
  expect(description).toBe('Tab indents list items. To leave the editor, press Escape, then Tab.')
  expect(await textOf(tab).getAttribute('aria-multiline')).toBe('true')
  expect(await textOf(tab).evaluate((element) => (element as HTMLElement).spellcheck)).toBe(true)
})

describe('keys', () => {
  const list = { markdown: '- One\n- Two\n' }
  const hasFocus = (tab: Page) => textOf(tab).evaluate((element) => element === document.activeElement)

  pageTest('Tab moves a bullet in and out, and Escape and then Tab leaves', async (scene) => {
    const { tab, read } = await openText(scene, list)
    await textOf(tab).focus()
    await tab.keyboard.press('Control+Home')
    await tab.keyboard.press('ArrowDown')
    await tab.keyboard.press('Tab')
    await expectSoon(() => hasFocus(tab), true)
    await save(tab)
    expect((await read()).markdown).toBe('- One\n  - Two\n')
    await tab.keyboard.press('Shift+Tab')
    await save(tab)
    expect((await read()).markdown).toBe(list.markdown)
    await tab.keyboard.press('Escape')
    await tab.keyboard.press('Tab')
    await expectSoon(() => hasFocus(tab), false)
  })

  pageTest('Tab leaves at once where there is no list', async (scene) => {
    const { tab } = await openText(scene, { markdown: 'Words.\n' })
    await textOf(tab).focus()
    await tab.keyboard.press('Tab')
    await expectSoon(() => hasFocus(tab), false)
  })

  pageTest('Enter starts the next bullet, and an empty one ends the list', async (scene) => {
    const { tab, read } = await openText(scene, { markdown: '1. One' })
    await writeAtEnd(tab, '')
    await tab.keyboard.press('Enter')
    await tab.keyboard.type('Two')
    await tab.keyboard.press('Enter')
    await tab.keyboard.press('Enter')
    await tab.keyboard.type('Words.')
    await save(tab)
    expect((await read()).markdown).toBe('1. One\n2. Two\nWords.')
  })

  pageTest('Ctrl B and Ctrl I toggle bold and italics', async (scene) => {
    const { tab, read } = await openText(scene, { markdown: 'Word' })
    await textOf(tab).focus()
    await tab.keyboard.press('Control+a')
    await tab.keyboard.press('Control+b')
    await tab.keyboard.press('Control+i')
    await save(tab)
    expect((await read()).markdown).toBe('**_Word_**')
    await tab.keyboard.press('Control+i')
    await tab.keyboard.press('Control+b')
    await save(tab)
    expect((await read()).markdown).toBe('Word')
  })

  pageTest('Ctrl F finds text far below', async (scene) => {
    const far = Array.from({ length: 150 }, (_, at) => `Line ${at}.`).join('\n\n')
    const { tab } = await openText(scene, { markdown: `${far}\n\nThe needle.\n` })
    expect(await textOf(tab).getByText('The needle.').count()).toBe(0)
    await textOf(tab).focus()
    await tab.keyboard.press('Control+f')
    await tab.locator('.cm-search input:focus').waitFor()
    await tab.keyboard.type('needle')
    await tab.keyboard.press('Enter')
    await textOf(tab).getByText('needle').waitFor()
    await expectPresentable(tab, 'post search')
    await tab.keyboard.press('Escape')
    await expectSoon(() => hasFocus(tab), true)
  })
})

describe('Markdown', () => {
  const markdown = 'Words.\n\n## Heading\n\n- Bullet [#7](https://x.dev/7)\n  - Within\n'
  const startOf = (tab: Page, words: string) =>
    lineOf(tab, words).evaluate((line, text) => {
      const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const at = node.textContent?.indexOf(text) ?? -1
        if (at < 0) continue
        const range = document.createRange()
        range.setStart(node, at)
        range.setEnd(node, at + 1)
        return Math.round(range.getBoundingClientRect().left)
      }
      return null
    }, words)

  pageTest('has its marks left of the text, and within the line on a narrow screen', async (scene) => {
    const { tab } = await openText(scene, { markdown })
    const start = await startOf(tab, 'Words')
    expect([await startOf(tab, 'Heading'), await startOf(tab, 'Bullet')]).toEqual([start, start])
    for (const mark of ['##', '-']) {
      const { right = Number.NaN } = await tab
        .locator('.mk', { hasText: mark })
        .first()
        .evaluate((element) => ({ right: element.getBoundingClientRect().right }))
      expect(right).toBeLessThanOrEqual((start ?? 0) + 0.5)
    }
    expect(await startOf(tab, 'Within')).toBeGreaterThan(start ?? 0)
    await tab.setViewportSize(narrow)
    expect(await startOf(tab, 'Heading')).toBeGreaterThan((await startOf(tab, 'Words')) ?? 0)
  })

  pageTest('shows the URL of a link only in the line of the cursor', async (scene) => {
    const { tab } = await openText(scene, { markdown })
    await expectSoon(() => lineOf(tab, 'Bullet').textContent(), '- Bullet #7')
    await lineOf(tab, 'Bullet').click()
    await expectSoon(() => lineOf(tab, 'Bullet').textContent(), '- Bullet [#7](https://x.dev/7)')
    await lineOf(tab, 'Words').click()
    await expectSoon(() => lineOf(tab, 'Bullet').textContent(), '- Bullet #7')
  })
})
