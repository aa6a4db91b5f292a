import type { Page } from 'playwright-core'
import * as writeStrings from '../../../src/dashboard/content/post/write/strings.ts'
import type { Visitor } from './page-test.ts'
import { addSamplePost } from './sample-post.ts'
import type { Scene } from './scene.ts'

export const textOf = (tab: Page) => tab.getByRole('textbox', { name: writeStrings.editor.label })
export const titleOf = (tab: Page) => tab.getByRole('textbox', { name: 'Title' })
export const button = (tab: Page, name: string) => tab.getByRole('button', { name, exact: true })
/** What the page says of whether it is saved. */
export const saying = (tab: Page, text: RegExp) => tab.getByRole('status').filter({ hasText: text })
/** The line of the text that has these words. */
export const lineOf = (tab: Page, words: string) => tab.locator('.cm-line').filter({ hasText: words })
/** The text of the editor, before it is saved. */
export const writtenIn = async (tab: Page) => (await tab.locator('.cm-line').allTextContents()).join('\n')
/** The row of an entry in the ledger. */
export const entryOf = (tab: Page, title: string) => tab.locator('.entry').filter({ hasText: title })

/** Somebody before a post. */
export async function openPost(scene: Scene, changes: Parameters<typeof addSamplePost>[1] = {}, path = '') {
  const id = await addSamplePost(scene, changes)
  const visitor = await scene.visit('member')
  const tab = await visitor.open(`/posts/${id}${path}`)
  const read = async () => (await scene.team.call('GET', `/v1/posts/${id}`)).body.post
  return { id, visitor, tab, read, sent: watchPatches(visitor) }
}

/** The same with its text open. */
export async function openText(scene: Scene, changes: Parameters<typeof addSamplePost>[1] = {}) {
  const opened = await openPost(scene, changes)
  await textOf(opened.tab).waitFor()
  return opened
}

/** The bodies with which a visitor's pages change posts. */
function watchPatches({ context }: Visitor) {
  const sent: any[] = []
  context.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.postDataJSON())
  })
  return sent
}

/** Writes at the end of the text. */
export async function writeAtEnd(tab: Page, words: string) {
  await textOf(tab).focus()
  await tab.keyboard.press('Control+End')
  await tab.keyboard.type(words)
}

/** Puts an image on the clipboard of the page, drawn as a program would copy it, and pastes it. */
export const pasteImage = (tab: Page, type: string) =>
  textOf(tab).evaluate(async (text, type) => {
    const canvas = document.createElement('canvas')
    canvas.width = 40
    canvas.height = 30
    canvas.getContext('2d')?.fillRect(0, 0, 20, 20)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
    if (!blob) throw new Error('The canvas has no image.')
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([blob], 'shot', { type }))
    text.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, type)
