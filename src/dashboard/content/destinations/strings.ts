export const destinations = {
  title: 'Destinations',
  hint: 'You can send a post to these when you publish it. Nothing is sent by itself.',
  add: 'Add address',
  addRepository: 'Add repository',
  pullRequest: 'Pull request',
  remove: 'Remove',
  removing: 'Removing',
  removeNamed: (name: string) => `Remove ${name}`,
  removal: 'Posts can no longer be sent there. What was sent stays.',
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
  urlHint: 'An incoming webhook of Slack, Discord, Teams or Google Chat, or of your own server.',
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
  pathHint: '{slug} and {date} stand for those of the post.',
}
