export const editor = {
  label: 'Text of the post, in Markdown',
  tabHint: 'Tab indents list items. To leave the editor, press Escape, then Tab.',
}

export const search = {
  /** By the phrases that the library displays. */
  phrases: {
    next: 'Next',
    previous: 'Previous',
    'match case': 'Match case',
    replace: 'Replace',
    'replace all': 'Replace all',
    close: 'Close',
  },
}
