export const destinations = {
  title: 'Destinations',
  hint: 'Choose these when you publish. Herald sends nothing automatically.',
  add: 'Add address',
  addRepository: 'Add repository',
  pullRequest: 'Pull request',
  remove: 'Remove',
  removing: 'Removing',
  removeNamed: (name: string) => `Remove ${name}`,
  removal: 'You can no longer send posts there. Sent posts are not deleted.',
  services: {
    slack: 'Slack',
    discord: 'Discord',
    teams: 'Teams',
    mattermost: 'Mattermost',
    telegram: 'Telegram',
    ntfy: 'ntfy',
    gotify: 'Gotify',
    'google-chat': 'Google Chat',
    json: 'JSON',
  },
}

export const destinationDialog = {
  title: 'Add address',
  add: 'Add',
  adding: 'Adding',
  url: 'URL',
  urlHint: 'Webhook URL, Telegram bot URL, ntfy topic or Gotify server.',
  service: 'Service',
  chat: 'Chat id',
  chatHint: 'The id of the chat, or @ and the name of the channel.',
  token: 'Token',
  tokenHint: 'Only for a protected topic.',
  name: 'Name',
  nameHint: 'The name of the channel, for example.',
}

export const pullRequestDialog = {
  title: 'Add repository',
  repository: 'Repository',
  repositoryHint: 'Its token needs to write contents and pull requests.',
  noRepository: 'Connect a repository on GitHub first.',
  site: 'Site',
  siteHint: 'Sets the front matter of the file.',
  sites: { astro: 'Astro', hugo: 'Hugo', docusaurus: 'Docusaurus', next: 'Next.js', jekyll: 'Jekyll' },
  path: 'Path',
  pathHint: 'Use {slug} and {date} as placeholders.',
}
