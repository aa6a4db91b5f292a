export const dataFields = {
  data: 'Data',
  timeZone: 'Time zone',
  timeZoneHint: 'The default for new schedules. Existing ones keep their time zone.',
  keepDeliveries: 'Keep deliveries for',
  days: (days: number) => `${days} days`,
  deletionNote: 'Deliveries are messages from GitHub. Older ones are deleted within an hour.',
  zeroRetention: 'Use zero-retention models only',
  zeroRetentionHint: (isOwner: boolean) =>
    `For posts, articles and chats. Excludes models whose provider stores prompts.${isOwner ? '' : ' Only an owner can change this.'}`,
  writing: 'Writing',
  english: 'Fall back to English',
  englishHint:
    'If the AI model cannot write in the brand’s language, write the post in English without a model.',
}

export const identityFields = {
  organization: 'Organization',
  ownersOnly: 'Only owners can change name and logo',
  name: 'Name',
  logo: 'Logo',
  logoPlaceholder: 'https://',
  logoHint: 'URL of an image, for API clients. The public page has its own logo.',
  url: 'URL',
  urlNoun: 'the URL',
  urlNote: 'Stays the same when you rename the organization.',
}

export const notifications = {
  title: 'Notifications',
  hint: 'Notifications within 10 minutes are combined in one message. The weekly digest is sent on Mondays.',
  none: 'Add a destination, such as a Slack channel, to get notifications.',
  addDestination: 'Add destination',
  ownEmail: 'Your email',
  kinds: {
    draft: 'New drafts',
    run: 'Failed runs',
    automation: 'Paused triggers and schedules',
    feedback: 'New feedback',
    brief: 'Briefs to review',
    approval: 'Pending approvals',
    visibility: 'Changes in AI visibility',
    digest: 'Weekly digest',
  },
}

export const settingsPage = {
  subtitleOfAdmins: 'Organization settings.',
  subtitle: 'Organization settings. Owners and admins can change them.',
  general: 'General',
}
