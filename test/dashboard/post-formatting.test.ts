import { describe, expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { toolbar } from '../../src/dashboard/content/post/write/strings.ts'
import { refusal } from './support/faults.ts'
import { expectPresentable } from './support/looks.ts'
import { openText, saying, textOf, titleOf, writeAtEnd, writtenIn } from './support/post-page.ts'
import { pageTest } from './support/scene.ts'
import { expectSoon } from './support/soon.ts'

// Formatting the text of a post with the toolbar, and by pasting.

const tool = (tab: Page, name: string) => tab.getByRole('toolbar').getByRole('button', { name, exact: true })

/** Pastes HTML as a program would have copied it. */
const paste = (tab: Page, html: string, plain: string) =>
  textOf(tab).evaluate(
    (text, { html, plain }) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', html)
      clipboardData.setData('text/plain', plain)
      text.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    { html, plain },
  )

describe('the toolbar', () => {
  const selected = [
    [toolbar.bold, '**Exports**'],
    [toolbar.italic, '_Exports_'],
    [toolbar.link, '[Exports](https://)'],
    [toolbar.list, '- Exports'],
    [toolbar.code, '`Exports`'],
    [toolbar.heading, '## Exports'],
  ] as const
  pageTest('formats the selected text, and undoes it in one step', async (scene) => {
    const { tab } = await openText(scene, { markdown: 'Exports' })
    for (const [name, written] of selected) {
      await textOf(tab).focus()
      await tab.keyboard.press('Control+a')
      await tool(tab, name).click()
      await expectSoon(() => writtenIn(tab), written)
      await tab.keyboard.press('Control+z')
      await expectSoon(() => writtenIn(tab), 'Exports')
    }
    await expectPresentable(tab, 'post-toolbar')
  })

  pageTest('turns several lines into a list and back, and into a block of code', async (scene) => {
    const { tab } = await openText(scene, { markdown: 'One\nTwo' })
    const press = async (name: string, written: string) => {
      await textOf(tab).focus()
      await tab.keyboard.press('Control+a')
      await tool(tab, name).click()
      await expectSoon(() => writtenIn(tab), written)
    }
    await press(toolbar.list, '- One\n- Two')
    await press(toolbar.list, 'One\nTwo')
    await press(toolbar.code, '```\nOne\nTwo\n```')
  })

  pageTest('makes a heading smaller, then plain, and inserts a table', async (scene) => {
    const { tab } = await openText(scene, { markdown: '## Exports' })
    await writeAtEnd(tab, '')
    await tool(tab, toolbar.heading).click()
    await expectSoon(() => writtenIn(tab), '### Exports')
    await tool(tab, toolbar.heading).click()
    await expectSoon(() => writtenIn(tab), 'Exports')
    await tool(tab, toolbar.table).click()
    await expectSoon(() => writtenIn(tab), 'Exports\n\n| Name | Description |\n|-|-|\n|  |  |')
  })

  pageTest('is one stop of the Tab key, with arrow keys between its buttons', async (scene) => {
    const { tab } = await openText(scene, { markdown: 'Exports' })
    await tool(tab, toolbar.bold).focus()
    await tab.keyboard.press('ArrowLeft')
    const focused = () => tab.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    expect(await focused()).toBe(toolbar.table)
    await tab.keyboard.press('ArrowRight')
    await tab.keyboard.press('ArrowRight')
    expect(await focused()).toBe(toolbar.italic)
    await tab.keyboard.press('Tab')
    expect(await focused()).toBe(await textOf(tab).getAttribute('aria-label'))
  })
})

describe('formatted text is pasted as Markdown', () => {
  const samples = [
    {
      from: 'Google Docs',
      html: `<meta charset="utf-8"><b style="font-weight:normal" id="docs-internal-guid-1"><h2><span>Exports</span></h2>
        <p><span style="font-weight:700">Fast</span><span style="font-weight:400"> and </span><a href="https://www.google.com/url?q=https://acme.test/docs&sa=D"><span>documented</span></a></p>
        <ul><li><p><span>One</span></p></li><ul><li><p><span>Two</span></p></li></ul></ul></b>`,
      markdown: '## Exports\n\n**Fast** and [documented](https://acme.test/docs)\n\n- One\n  - Two',
    },
    {
      from: 'Word',
      html: `<html><head><style>p { color: red }</style></head><body><!--StartFragment-->
        <p class="MsoNormal">Exports<o:p></o:p></p>
        <p class="MsoListParagraphCxSpFirst" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·<span> </span></span>One</p>
        <p class="MsoListParagraphCxSpLast" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·<span> </span></span>Two</p><!--EndFragment--></body></html>`,
      markdown: 'Exports\n\n- One\n- Two',
    },
    {
      from: 'a web page',
      html: `<ol><li>First</li><li>Second <code>npm i</code></li></ol><pre><code>a | b</code></pre>
        <table><tr><td>Name</td><td>Size</td></tr><tr><td>a|b</td><td>1</td></tr></table>
        <a href="javascript:alert(1)">Click</a><script>alert(1)</script><img src="file:///c:/a.png">`,
      markdown:
        '1. First\n2. Second `npm i`\n\n```\na | b\n```\n\n| Name | Size |\n|-|-|\n| a\\|b | 1 |\n\nClick',
    },
  ]
  pageTest(`from ${samples.map(({ from }) => from).join(', ')}`, async (scene) => {
    const { tab, read } = await openText(scene, { markdown: 'Old' })
    for (const { html, markdown } of samples) {
      await textOf(tab).focus()
      await tab.keyboard.press('Control+a')
      await paste(tab, html, 'plain')
      const lines = async () => (await writtenIn(tab)).split('\n').length
      await expectSoon(lines, markdown.split('\n').length)
      await tab.keyboard.press('Control+s')
      await expectSoon(async () => (await read()).markdown, markdown)
    }
  })

  pageTest('but not in a block of code, nor from a code editor', async (scene) => {
    const { tab } = await openText(scene, { markdown: '```\n\n```' })
    await textOf(tab).focus()
    await tab.keyboard.press('Control+Home')
    await tab.keyboard.press('ArrowDown')
    await paste(tab, '<b>bold</b>', 'bold')
    await expectSoon(() => writtenIn(tab), '```\nbold\n```')
  })
})

pageTest('save status, conflicts and Publish stay in view in a long text', async (scene) => {
  const markdown = Array.from({ length: 200 }, (_, at) => `Line ${at}.`).join('\n\n')
  const { id, tab, visitor } = await openText(scene, { markdown })
  await writeAtEnd(tab, ' End.')
  const isInView = (locator: ReturnType<Page['locator']>) =>
    locator.evaluate((each) => {
      const { top, bottom } = each.getBoundingClientRect()
      return top >= 0 && bottom <= innerHeight
    })
  await expectSoon(() => isInView(saying(tab, /^Saved/)), true)
  expect(await isInView(titleOf(tab))).toBe(false)
  expect(await isInView(tab.getByRole('button', { name: 'Publish', exact: true }))).toBe(true)
  visitor.faults.expect(refusal(409, `/v1/posts/${id}`))
  await scene.team.call('PATCH', `/v1/posts/${id}`, { markdown: 'Another text.' })
  await tab.keyboard.type(' More.')
  const keep = tab.getByRole('button', { name: 'Keep mine' })
  await keep.waitFor()
  expect(await isInView(keep)).toBe(true)
})
