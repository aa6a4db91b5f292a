/** Puts a text on the clipboard as old pages did: as what is selected. Fetched only where there is no other way. */
export function copySelection(text: string) {
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
  if (!isCopied) throw new Error('The browser blocked access to the clipboard.')
}
