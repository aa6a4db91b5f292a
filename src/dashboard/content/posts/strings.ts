import { count } from '../../kit/english.ts'

export const bulkBar = {
  publish: 'Publish',
  publishing: 'Publishing',
  published: (posts: number) => `${count(posts, 'post')} published`,
  notPublished: (refused: number, posts: number) =>
    `${refused} of ${count(posts, 'post')} could not be published.`,
  moveToDraft: 'Move to draft',
  moving: 'Moving',
  movedToDraft: (posts: number) => `${count(posts, 'post')} moved to draft`,
  notMovedToDraft: (refused: number, posts: number) =>
    `${refused} of ${count(posts, 'post')} could not be moved to draft.`,
  selectedPosts: 'Selected posts',
  selected: (count: number) => `${count.toLocaleString()} selected`,
  delete: 'Delete',
}

export const collectionPage = {
  titleColumn: 'Title',
  typeColumn: 'Type',
  statusColumn: 'Status',
  dateColumn: 'Date',
  title: 'Collection',
  collections: 'Collections',
  subtitle: (source: string) => `Posts from the same changes. Started by ${source}.`,
  rename: 'Rename',
  noPosts: 'No posts',
  emptyText: 'They were deleted, or are still being written.',
  caption: 'Posts',
  collectionNoun: 'the collection',
}

export const collectionsPage = {
  collectionColumn: 'Collection',
  postsColumn: 'Posts',
  formatsColumn: 'Formats',
  startedByColumn: 'Started by',
  dateColumn: 'Date',
  title: 'Collections',
  subtitle: 'Posts generated together from the same changes.',
  caption: 'Collections',
  collectionsNoun: 'collections',
  postsNoun: 'posts',
  written: 'written',
  notWritten: 'not written',
  progress: (done: number, expected: number) => `${done} of ${expected}`,
}

export const deletion = {
  postNotDeleted: (title: string, reason: string) => `“${title}” could not be deleted. ${reason}`,
  postsNotDeleted: (posts: number, reason: string) => `${posts} posts could not be deleted. ${reason}`,
  deleted: (posts: number) => (posts === 1 ? 'Post deleted' : `${posts} posts deleted`),
}

/** `rate` and `interval` are lines per 100 lines. */
export function draftEdits(
  rate: number,
  interval: { low: number; high: number } | null,
  posts: number,
  days: number,
) {
  const range = interval
    ? `; ${Math.round(interval.low)}–${Math.round(interval.high)}% allowing for chance`
    : ''
  return `Before publishing, you changed ${Math.round(rate)}% of the lines that Herald wrote (${count(posts, 'post')} in ${days} days${range}).`
}

export const filters = {
  search: 'Search posts',
  all: 'All',
  status: 'Status',
  type: 'Type',
  allTypes: 'All types',
  brand: 'Brand',
  allBrands: 'All brands',
  total: (posts: number) => `${count(posts, 'post')}, newest first`,
}

export const newPost = {
  newPost: 'New post',
  title: 'Title',
  type: 'Type',
  blogPost: 'Blog post',
  changelog: 'Changelog',
  linkedInPost: 'LinkedIn post',
  twitterPost: 'X post',
  create: 'Create',
  creating: 'Creating',
}

export const noPosts = {
  noPostsYet: 'No posts yet',
  generatePost: 'Generate a post',
  connectRepository: 'Connect a repository',
  emptyText: 'Herald writes posts from the pull requests, commits and releases in your repositories.',
  noPostsMatchTheseFilters: 'No posts match these filters',
  clearFilters: 'Clear filters',
}

export const postTable = {
  changesColumn: 'Changes',
  typeColumn: 'Type',
  statusColumn: 'Status',
  brandColumn: 'Brand',
  dateColumn: 'Date',
  titleColumn: 'Title',
  select: (title: string) => `Select ${title}`,
  caption: 'Posts',
  changesNoun: 'changes',
}

export const postTabs = {
  allPosts: 'All posts',
  collections: 'Collections',
  postLists: 'Post lists',
}

export const postsPage = {
  title: 'Posts',
  subtitle: 'Drafts and published posts.',
  generatePost: 'Generate a post',
  postsNoun: 'posts',
  changes: (count: number) => (count === 1 ? 'One change' : `${count.toLocaleString()} changes`),
}

export const sources = {
  sourceNames: {
    manual: 'a member',
    chat: 'a chat',
    schedule: 'a schedule',
    automation: 'a trigger',
    api: 'the API',
    backfill: 'an older version of Herald',
  },
}
