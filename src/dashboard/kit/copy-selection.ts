import * as strings from './strings.ts'

/** Copies a text through a selection, as before the clipboard API. Loaded only where it is needed. */
export function copySelection(text: string) {
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'sr'
  // An open dialog prevents selections outside of it.
  const before = document.activeElement
  const place = before?.closest('dialog') ?? document.body
  place.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus()
  if (!isCopied) throw new Error(strings.copySelection.browserBlockedAccess)
}
