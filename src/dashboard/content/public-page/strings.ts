export const publicPage = {
  title: 'Public page',
  subtitle: 'Your published changelogs and blog posts, for everyone.',
  readOnly: 'Your published changelogs and blog posts, for everyone. Owners and admins can change it.',
  visibility: 'Access',
  on: 'On',
  off: 'Off',
  isOn: 'Anyone can read and subscribe to published changelogs and blog posts.',
  isOff: 'Only members and API keys can see published posts.',
  theUrl: 'the URL of the public page',
}

export const subscribers = {
  title: 'Subscribers',
  unavailable: 'To send posts by email, set up email under Server, or set SMTP_URL and MAIL_FROM.',
  isOn: 'Readers can get new posts by email. Each post is sent once to each subscriber.',
  isOff: 'Readers cannot subscribe, and existing subscribers get no email.',
  counts: ({ active, asked, stopped }: Record<'active' | 'asked' | 'stopped', number>) =>
    `${active} active, ${asked} not confirmed, ${stopped} unsubscribed`,
  search: 'Search addresses',
  file: 'subscribers',
  columns: ['Email', 'Status', 'Frequency', 'Requested', 'Confirmed', 'Unsubscribed', 'Reason'],
  frequencies: { post: 'Every post', weekly: 'Once a week' },
  asked: 'Not confirmed',
  stopped: 'Unsubscribed',
  bounced: (reason: string) => `Address does not exist: ${reason}`,
  delete: 'Delete',
  deleting: 'Deleting',
  deleteNamed: (email: string) => `Delete ${email}`,
  deletion: 'Deletes the address, its consent and its deliveries. The reader can subscribe again.',
}

export const lookFields = {
  title: 'Appearance',
  intro: 'Intro',
  introPlaceholder: 'Releases and improvements of Acme.',
  introHint: 'The line below the heading.',
  logo: 'Logo',
  logoHint: 'A wide logo (2:1 or more) replaces the name.',
  icon: 'Favicon',
  iconHint: 'A square image for the browser tab.',
  externalImages: 'Load images from other sites',
  externalImagesHint: 'Those sites see the IP addresses of your readers. When off, posts show links instead.',
  accent: 'Accent color',
  accentHint: 'A hex code. Herald adjusts it to be readable in both themes.',
}

export const domainFields = {
  title: 'Custom domain',
  domain: 'Domain',
  example: 'changelog.acme.dev',
  hint: 'Serve this page at your own address. You add two DNS records.',
  add: 'Add domain',
  adding: 'Adding',
  pending: (domain: string) => `Add both DNS records, then verify ${domain}.`,
  verified: (domain: string) => `${domain} is verified. Your reverse proxy must accept it, too.`,
  record: (type: string) => `${type} record`,
  name: 'Name',
  value: 'Value',
  nameOf: (type: string) => `the name of the ${type} record`,
  valueOf: (type: string) => `the value of the ${type} record`,
  verify: 'Verify',
  verifying: 'Verifying',
  remove: 'Remove domain',
  removing: 'Removing',
}

export const imageField = {
  none: 'None',
  upload: 'Upload',
  uploading: 'Uploading',
  remove: 'Remove',
  choose: (label: string) => `Upload ${label.toLowerCase()}`,
  removeNamed: (label: string) => `Remove ${label.toLowerCase()}`,
}

export const linkFields = {
  links: 'Links',
  hint: 'Up to five links in the header.',
  label: (number: number) => `Label of link ${number}`,
  labelPlaceholder: 'Docs',
  url: (number: number) => `URL of link ${number}`,
  urlPlaceholder: 'https://',
  add: 'Add link',
  remove: (number: number) => `Remove link ${number}`,
}

export const pagePreview = {
  preview: 'Preview',
}
