/**
 * Puts a text on the clipboard; one that is still on its way is waited for within the same press, as Safari wants it.
 * Browsers offer their clipboard to secure pages alone: where there is none, the text goes there as a selection.
 */
export async function writeClipboard(text: string | Promise<string>): Promise<void> {
  const { clipboard } = navigator as Partial<Navigator>
  if (!clipboard) return copySelection(await text)
  if (typeof text === 'string') return clipboard.writeText(text)
  const blob = text.then((arrived) => new Blob([arrived], { type: 'text/plain' }))
  return clipboard.write([new ClipboardItem({ 'text/plain': blob })])
}

function copySelection(text: string) {
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'sr'
  // An open dialog lets nothing outside of it be selected.
  const before = document.activeElement
  const place = before?.closest('dialog') ?? document.body
  place.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus()
  if (!isCopied) throw new Error('The browser does not let pages copy.')
}
