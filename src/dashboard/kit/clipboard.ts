/**
 * Copies a text to the clipboard; a text that is still loading is awaited within the same click, as Safari
 * requires. Browsers allow this on secure pages only; elsewhere the text is copied through a selection.
 */
export async function writeClipboard(text: string | Promise<string>): Promise<void> {
  const { clipboard } = navigator as Partial<Navigator>
  if (!clipboard) return (await import('./copy-selection.ts')).copySelection(await text)
  if (typeof text === 'string') return clipboard.writeText(text)
  const blob = text.then((arrived) => new Blob([arrived], { type: 'text/plain' }))
  return clipboard.write([new ClipboardItem({ 'text/plain': blob })])
}
