import type { ReactNode } from 'react'
import { count } from '../../kit/english.ts'
import { rich } from '../../kit/rich.ts'

export const approve = {
  approving: 'Approving',
  approveAgain: 'Approve again',
  approve: 'Approve',
}

export const briefAction = {
  reviewNamed: (workingTitle: string) => `Review “${workingTitle}”`,
  review: 'Review',
  openPostNamed: (workingTitle: string) => `Open post “${workingTitle}”`,
  openPost: 'Open post',
  postDeleted: 'Post deleted',
}

export const briefMenu = {
  more: 'More',
  delete: 'Delete',
  articleDeleted: 'Article deleted.',
  deleteArticle: 'Delete article',
  deleting: 'Deleting',
  effect: (hasPost: boolean) =>
    hasPost
      ? 'This deletes its brief and evidence. The post stays, but its effect is no longer measured.'
      : 'This deletes its brief and evidence.',
}

export const briefPage = {
  article: 'Article',
  articles: 'Articles',
  articleNotFound: 'Article not found',
  allArticles: 'All articles',
  notFoundText: 'It may have been deleted, or it belongs to another project.',
}

export const briefTable = {
  outcomeColumn: 'Outcome',
  articleColumn: 'Article',
  stateColumn: 'Status',
  plannedColumn: 'Planned',
  actionColumn: 'Action',
  caption: 'Articles',
}

export const competitorChoice = {
  competitors: 'Competitors',
  noneSelected: 'None selected: the article may name any tracked competitor.',
  selected: (chosen: number, isMost: boolean) =>
    `The article may name only ${chosen === 1 ? 'this competitor' : `these ${chosen} competitors`}${isMost ? ' (the maximum)' : ''}.`,
}

export const cost = {
  planningIsFree: 'Planning uses no credits.',
  left: (credits: string) => `${credits} left`,
  usesCredits: (left: string) => `Uses credits, ${left}`,
  underOneCent: 'Under $0.01',
  about: (price: string) => `About ${price}`,
  inCredits: (price: string, left: string) => `${price} in credits, ${left}`,
  usesNoCredits: 'Uses no credits.',
  usesLastPost: 'Uses the last long-form post of this month.',
  usesOnePost: (left: number) => `Uses one of ${left} long-form posts left this month.`,
  usesCreditsInstead: (credits: string) =>
    `No long-form posts left this month. Uses credits, ${credits} left.`,
  usage: 'Usage',
  nothingLeft: (link: ReactNode) => rich`No long-form posts or credits are left. See ${link}.`,
}

export const facts = {
  guide: 'Guide',
  comparison: 'Comparison',
  listicle: 'Listicle',
  alternatives: 'Alternatives',
  planned: (source: string, prompt: string, time: ReactNode) => rich`${source} “${prompt}”, planned ${time}`,
  sources: {
    manual: 'For',
    gap: 'For gap',
    prompt: 'For prompt',
    search_console: 'For search query',
  },
}

export const formatChoice = {
  guide: 'Guide',
  listicle: 'Listicle',
  comparison: 'Comparison',
  format: 'Format',
  chooseAFormat: 'Choose a format.',
}

export const planProblem = {
  usage: 'Usage',
  seeLimits: (link: ReactNode) => rich`See ${link} for your limits.`,
  articles: 'Articles',
  seeStatus: (link: ReactNode) => rich`See ${link} for its status.`,
}

export const plan = {
  audience: 'Audience',
  intent: 'Intent',
  jobToBeDone: 'Job to be done',
  furtherPrompts: 'Further prompts',
  questionsToAnswer: 'Questions to answer',
  links: 'Links',
  checklist: 'Checklist',
}

export const planning = {
  planning: 'Planning',
  planningFor: (seconds: number) => `Planning, ${seconds} s`,
  explanation:
    'Herald plans a brief from engine answers, your pages and your brand voice. This usually takes 30 seconds, at most 4 minutes. Nothing is written until you approve it.',
}

export const postGone = {
  deleted: 'The post was deleted.',
  writeAgain: 'Write again',
}

export const rejectedPlans = {
  failedPlans: 'Failed plans',
  note: 'Deleted after 7 days',
  planned: (time: ReactNode) => rich`Planned ${time}`,
}

export const state = {
  allStates: 'All statuses',
  step: (label: string, step: number, steps: number) => `${label}, ${step} of ${steps}`,
}

export const steps = {
  gathering: 'Gathering answers, pages and brand voice',
  gathered: 'Gathered answers, pages and brand voice',
  writing: 'Writing the draft',
  wrote: 'Wrote the draft',
  checking: 'Checking the draft against brief and evidence',
  checked: 'Checked the draft against brief and evidence',
  improving: 'Improving the style',
  improved: 'Improved the style',
  saving: 'Saving a draft post',
  saved: 'Saved a draft post',
  queued: 'Queued',
  runFailed: 'The run failed.',
  styleNotChanged: 'Style edit skipped: it would have removed content',
}

export const writeDialog = {
  writeAnArticle: 'Write an article',
  continues: 'Planning continues if you leave. The brief appears under Articles.',
  runInBackground: 'Run in background',
  cancel: 'Cancel',
  planArticle: 'Plan article',
  prompt: 'Prompt',
  promptPlaceholder: 'best changelog tools for a small team',
  queryHint: 'A query from your search console.',
  promptHint: 'The brief is based on engine answers to this prompt.',
  questionHint: 'The question that the article answers. Phrase it like a customer.',
  planned: (workingTitle: string) => `“${workingTitle}” planned`,
  review: 'Review',
  planningFailed: (message: string) => `Planning failed. ${message}`,
  brandIdentity: 'Brand',
  none: 'None',
  sitemap: 'Sitemap',
  addOne: 'Add one',
  sitemapHint: (link: ReactNode) => rich`Needed for links to your pages. ${link}`,
}

export const writePage = {
  title: 'Articles',
  subtitle: 'Articles planned from AI answers and approved by you.',
  newArticle: 'New article',
  planning: (topic: string) => `Planning “${topic}”`,
  filterByText: 'Filter by text',
  state: 'Status',
  newestFirst: (shown: number) => `${count(shown, 'article')}, newest first`,
  noMatches: 'No articles match these filters',
  clearFilters: 'Clear filters',
  articlesNoun: 'articles',
  noArticlesYet: 'No articles yet',
  viewGaps: 'View gaps',
  emptyText:
    'Herald plans an article for a prompt where engines do not name you, and writes it after you approve the brief.',
}

export const written = {
  continuesIfYouLeave: 'Continues if you leave this page',
  openPost: 'Open post',
  brief: 'Brief',
  briefNote: 'As approved',
}
