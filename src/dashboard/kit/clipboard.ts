/**
 * Puts a text on the clipboard; one that is still on its way is waited for within the same press, as Safari wants it.
 * Browsers offer their clipboard to secure pages alone: where there is none, the text goes there as a selection.
 */
export async function writeClipboard(text: string | Promise<string>): Promise<void> {
  const { clipboard } = navigator as Partial<Navigator>
  if (!clipboard) return (await import('./copy-selection.ts')).copySelection(await text)
  if (typeof text === 'string') return clipboard.writeText(text)
  const blob = text.then((arrived) => new Blob([arrived], { type: 'text/plain' }))
  return clipboard.write([new ClipboardItem({ 'text/plain': blob })])
}
