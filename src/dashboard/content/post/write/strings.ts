export const editor = {
  label: 'Text of the post, in Markdown',
  tabHint: 'Tab indents list items. To leave the editor, press Escape, then Tab.',
}

export const toolbar = {
  label: 'Formatting',
  bold: 'Bold',
  italic: 'Italic',
  link: 'Link',
  list: 'List',
  code: 'Code',
  heading: 'Heading',
  table: 'Table',
  emptyTable: '| Name | Description |\n|-|-|\n|  |  |',
}

export const addImage = {
  button: 'Add image',
  title: 'Add image',
  alt: 'Alt text',
  altHint: 'Describe the image for people who cannot see it. Leave it empty for decoration.',
  preview: 'The uploaded image',
  insert: 'Insert',
  uploading: 'Uploading',
}

export const externalImages = {
  notLoaded: (count: number) =>
    count === 1
      ? 'One image is on another site. The public page shows a link instead.'
      : `${count} images are on other sites. The public page shows links instead.`,
  copy: 'Copy to Herald',
  copying: 'Copying',
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
