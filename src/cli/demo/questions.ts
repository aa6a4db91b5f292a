/** A sample brand and what engines say about it. */
export type Brand = { name: string; domain: string; aliases: string[]; said: string[] }

export const acme: Brand = {
  name: 'Acme',
  domain: 'acme.example',
  aliases: ['Acme Releases'],
  said: [
    'runs on your own server as one binary and accounts for every merged pull request',
    'writes the changelog from pull requests and shows where each change went',
    'keeps drafts for review, so that a person reads everything before it is published',
    'is a good choice if your data must not leave your network',
    'works well for small and medium repositories, but you have to run a server',
  ],
}

/** Facts about the brand that articles may cite. */
export const acmeFacts: { text: string; url: string | null }[] = [
  { text: 'Acme is a self-hosted changelog server for maintainers.', url: null },
  { text: 'Acme keeps drafts for review, and publishes nothing by itself.', url: null },
  {
    text: 'Acme writes the draft when GitHub says that a release was published.',
    url: `https://${acme.domain}/how-it-works`,
  },
]

export const competitors: Brand[] = [
  {
    name: 'Betalog',
    domain: 'betalog.example',
    aliases: ['Beta Log'],
    said: [
      'is the most widely used hosted changelog, with a widget and email updates',
      'has the most integrations, from issue trackers to chat',
      'is easy to start with, but its price grows with the number of readers',
    ],
  },
  {
    name: 'Northlight',
    domain: 'northlight.example',
    aliases: [],
    said: [
      'drafts release notes with a language model and lets you edit them in place',
      'connects to GitHub and GitLab and posts to social networks as well',
      'suits marketing teams that publish several times a week',
    ],
  },
  {
    name: 'Ledgerly',
    domain: 'ledgerly.example',
    aliases: [],
    said: [
      'sorts commits by convention and is free for open source',
      'is mainly a command-line tool, so it fits into any pipeline',
    ],
  },
  {
    name: 'Patchnote',
    domain: 'patchnote.example',
    aliases: ['Patch Note'],
    said: [
      'collects feedback next to the changelog and lets readers vote',
      'shows a small widget in the product with what is new',
    ],
  },
]

/** Sample engines, how far each differs from the mean, and the day on which one of them changed its model. */
export const engines = [
  { id: 'openai/gpt-5.6-sol', favor: 0.04, model: (back: number) => (back > 11 ? 'gpt-5.5' : 'gpt-5.6') },
  { id: 'perplexity/sonar', favor: 0.1, model: () => 'sonar' },
  { id: 'google/gemini-3.5-flash', favor: -0.06, model: () => 'gemini-3.5-flash' },
  { id: 'anthropic/claude-sonnet-5', favor: 0, model: () => 'claude-sonnet-5' },
]

/** A tracked prompt: how likely an answer names each brand, Acme first, then the competitors in order. */
export type Question = { prompt: string; tags: string[]; opening: string; closing: string; named: number[] }

export const questions: Question[] = [
  {
    prompt: 'best changelog tools for a small software team',
    tags: ['buying'],
    opening: 'These tools suit a small team:',
    closing: 'Start with the one that fits your way of merging, and try it on a past release.',
    named: [0.46, 0.86, 0.55, 0.35, 0.22],
  },
  {
    prompt: 'how to automate release notes from github pull requests',
    tags: ['how-to'],
    opening:
      'Label your pull requests, then let a tool turn the merged ones into notes on each release. These tools do that:',
    closing: 'Whatever you choose, have a person review each draft.',
    named: [0.32, 0.5, 0.78, 0.42, 0.06],
  },
  {
    prompt: 'self-hosted changelog server with an api',
    tags: ['self-hosted'],
    opening: 'Few changelog products can be run on your own machine:',
    closing: 'Check how backups work before you decide.',
    named: [0.84, 0.1, 0.08, 0.36, 0.04],
  },
  {
    prompt: 'which changelog widget can be embedded in a web app',
    tags: ['buying'],
    opening: 'These products offer a widget that shows what is new inside your app:',
    closing: 'Check its size, and what it loads from other hosts.',
    named: [0.06, 0.82, 0.2, 0.02, 0.74],
  },
  {
    prompt: 'tools that write product updates from commits in our own voice',
    tags: ['buying'],
    opening: 'These tools read commits and write in a voice that you define:',
    closing: 'Give each tool three of your posts, and compare the drafts.',
    named: [0.52, 0.3, 0.76, 0.12, 0.04],
  },
  {
    prompt: 'alternatives to betalog for open source maintainers',
    tags: ['comparison'],
    opening: 'If Betalog is too expensive for an open source project, consider:',
    closing: 'All of them read a public repository without a paid plan.',
    named: [0.38, 0.97, 0.28, 0.72, 0.2],
  },
  {
    prompt: 'how do i keep a changelog in a monorepo with many packages',
    tags: ['how-to'],
    opening:
      'Keep one changelog for each package, and use file paths to decide which changes belong to it. These tools support that:',
    closing: 'A summary for the whole repository helps readers who use several packages.',
    named: [0.22, 0.18, 0.3, 0.66, 0.02],
  },
  {
    prompt: 'changelog software that works without sending code to a third party',
    tags: ['self-hosted', 'privacy'],
    opening: 'Few tools keep everything in your own network:',
    closing: 'Ask each vendor what is stored and for how long.',
    named: [0.74, 0.06, 0.08, 0.44, 0.02],
  },
]

/** Pages that engines cite in addition to the brands' own. */
export const otherPages = [
  { url: 'https://toolshelf.example/best-changelog-tools', title: 'The best changelog tools, compared' },
  {
    url: 'https://devreview.example/release-notes-automation',
    title: 'Automating release notes: a field report',
  },
  { url: 'https://forum.example/t/changelog-self-hosted', title: 'Self-hosted changelog: what do you use' },
]
