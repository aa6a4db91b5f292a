/** A merged pull request of the sample repository: its title, its body, and the files that it changes. */
export type Merge = { title: string; body?: string; paths: string[]; author?: string }

/** What was merged up to a tag, oldest first; without a tag, since the newest one. */
export type Release = { tag: string | null; daysAgo: number; merges: Merge[] }

/** The history of the sample product, from which the demo writes its changelogs. */
export const history: Release[] = [
  {
    tag: 'v1.0.0',
    daysAgo: 190,
    merges: [
      { title: 'feat: read merged pull requests from GitHub', paths: ['src/github/read.ts'] },
      { title: 'feat(editor): write drafts in Markdown', paths: ['src/editor/editor.tsx'] },
      { title: 'docs: explain how to install Acme', paths: ['docs/install.md'] },
    ],
  },
  {
    tag: 'v1.1.0',
    daysAgo: 150,
    merges: [
      {
        title: 'feat(public-page): publish changelogs on a page of your own',
        body: 'The page has your name, color and logo, offers feeds, and works without JavaScript.',
        paths: ['src/public-page/page.tsx', 'src/public-page/feed.ts'],
      },
      {
        title: 'feat(editor): show where each merged change is listed',
        body: 'A panel next to the draft lists every pull request as highlighted, listed or left out, with the reason.',
        paths: ['src/editor/ledger.tsx'],
        author: 'Mei Tanaka',
      },
      {
        title: 'feat(api): create API keys with scopes',
        body: 'A key has only the scopes that you choose, and can expire.',
        paths: ['src/api/keys.ts'],
      },
      { title: 'fix(editor): keep the cursor in place after a save', paths: ['src/editor/save.ts'] },
      { title: 'fix(github): follow repositories that were renamed', paths: ['src/github/read.ts'] },
      { title: 'perf(public-page): cache pages for a minute', paths: ['src/public-page/cache.ts'] },
      { title: 'refactor(api): split the router', paths: ['src/api/router.ts'] },
      { title: 'chore(deps): bump typescript from 5.8.2 to 5.8.3', paths: ['package.json'] },
    ],
  },
  {
    tag: 'v1.2.0',
    daysAgo: 112,
    merges: [
      {
        title: 'feat(automations): write a draft for every release',
        body: 'A webhook starts the draft as soon as GitHub publishes a release. After downtime, Acme catches up on missed releases.',
        paths: ['src/automations/triggers.ts', 'src/github/webhook.ts'],
      },
      {
        title: 'feat(automations): write changelogs daily, weekly or monthly',
        body: 'A schedule skips days without changes.',
        paths: ['src/automations/schedules.ts'],
        author: 'Priya Nair',
      },
      {
        title: 'feat(editor): compare a draft with its last saved version',
        body: 'Changes are marked word by word, and you can revert each one.',
        paths: ['src/editor/diff.tsx'],
      },
      {
        title: 'feat(cli): print a changelog in CI',
        body: 'One command reads the checkout, without a server or a token.',
        paths: ['src/cli/changelog.ts'],
      },
      {
        title: 'fix(automations): start one draft for a release that GitHub reports twice',
        paths: ['src/github/webhook.ts'],
      },
      {
        title: 'fix(public-page): show times in the time zone of the reader',
        paths: ['src/public-page/page.tsx'],
      },
      {
        title: 'fix(api): name the invalid field of a request',
        paths: ['src/api/errors.ts'],
        author: 'Lena Fischer',
      },
      { title: 'test: cover webhooks with bad signatures', paths: ['test/webhook.test.ts'] },
      { title: 'ci: cache dependencies', paths: ['.github/workflows/check.yml'] },
    ],
  },
  {
    tag: 'v1.3.0',
    daysAgo: 68,
    merges: [
      {
        title: 'feat(widget): show what is new inside your product',
        body: 'One script of 4 KB adds a button with the newest titles and marks what a visitor has not read. It follows the light and dark theme of its page.',
        paths: ['src/widget/widget.ts'],
        author: 'Mei Tanaka',
      },
      {
        title: 'feat(search): search posts by title and text',
        body: 'Results appear while you type, from the editor and from the public page.',
        paths: ['src/search/search.ts', 'src/search/index.ts'],
      },
      {
        title: 'feat(public-page): filter posts by type and year',
        body: 'Readers can share the filtered list as a link.',
        paths: ['src/public-page/filter.tsx'],
      },
      {
        title: 'feat(editor): paste screenshots into a draft',
        body: 'Images are stored with the post, without camera metadata.',
        paths: ['src/editor/images.ts'],
      },
      {
        title: 'feat(api): list webhook deliveries with their outcome',
        body: 'Each delivery shows its response and the draft that it started.',
        paths: ['src/api/deliveries.ts'],
      },
      { title: 'fix(widget): close the popover with Escape', paths: ['src/widget/popover.ts'] },
      {
        title: 'fix(search): find words with accents',
        paths: ['src/search/fold.ts'],
        author: 'Lena Fischer',
      },
      { title: 'fix(editor): warn before unsaved text is lost', paths: ['src/editor/save.ts'] },
      { title: 'perf(search): answer in 20 ms for 100,000 posts', paths: ['src/search/index.ts'] },
      { title: 'perf(github): read each release only once', paths: ['src/github/read.ts'] },
      { title: 'chore(deps): bump react from 19.1.0 to 19.1.1', paths: ['package.json'] },
      { title: 'refactor(search): rename the index', paths: ['src/search/index.ts'] },
    ],
  },
  {
    tag: 'v1.4.0',
    daysAgo: 33,
    merges: [
      {
        title: 'feat(export): export reports as PDF and CSV',
        body: 'Choose a range of posts and get one file with a table of contents, to send to customers who have no account.',
        paths: ['src/export/pdf.ts', 'src/export/csv.ts'],
        author: 'Priya Nair',
      },
      {
        title: 'feat(editor): review a draft together with comments',
        body: 'Comments stay with their sentence when the text moves, and are never published.',
        paths: ['src/editor/comments.tsx'],
      },
      {
        title: 'feat(automations): limit a trigger to selected branches',
        body: 'Releases from maintenance branches no longer start a draft.',
        paths: ['src/automations/triggers.ts'],
      },
      {
        title: 'feat(public-page): offer a JSON feed',
        body: 'The Atom and RSS feeds stay available.',
        paths: ['src/public-page/feed.ts'],
      },
      {
        title: 'feat(cli): explain why a commit is in the changelog',
        body: 'The command names the section, or the reason why the commit was left out.',
        paths: ['src/cli/explain.ts'],
      },
      { title: 'fix(export): keep code blocks on one page', paths: ['src/export/pdf.ts'] },
      { title: 'fix(editor): undo a paste in one step', paths: ['src/editor/paste.ts'] },
      {
        title: 'fix(automations): pause a trigger after three failures',
        body: 'The owner sees the reason and can resume the trigger.',
        paths: ['src/automations/pause.ts'],
      },
      {
        title: 'fix(widget): load no fonts from other hosts',
        paths: ['src/widget/widget.ts'],
        author: 'Tom Okafor',
      },
      { title: 'perf(editor): open long drafts twice as fast', paths: ['src/editor/editor.tsx'] },
      { title: 'build: ship one binary for Linux and macOS', paths: ['build.ts'] },
      { title: 'test(export): compare PDFs byte by byte', paths: ['test/export.test.ts'] },
    ],
  },
  {
    tag: 'v1.5.0',
    daysAgo: 1,
    merges: [
      {
        title: 'feat(import): import posts from Markdown, WordPress and Ghost',
        body: 'Dates, slugs and images are preserved, and a dry run shows what would be created.',
        paths: ['src/import/wordpress.ts', 'src/import/ghost.ts'],
      },
      {
        title: 'feat(destinations): send posts to Slack, Discord and GitHub releases',
        body: 'Each post is sent once. A failed message shows the reason and can be sent again.',
        paths: ['src/destinations/slack.ts', 'src/destinations/release.ts'],
        author: 'Mei Tanaka',
      },
      {
        title: 'feat(editor): schedule a post for later',
        body: 'Choose a day and a time in your own time zone.',
        paths: ['src/editor/schedule.tsx'],
      },
      {
        title: 'feat(search): open any page with Ctrl K',
        body: 'The list also finds posts and actions.',
        paths: ['src/search/palette.tsx'],
      },
      { title: 'fix(import): preserve the order of lists', paths: ['src/import/markdown.ts'] },
      {
        title: 'fix(export): show an error for an empty report',
        paths: ['src/export/pdf.ts'],
        author: 'Tom Okafor',
      },
      { title: 'fix(public-page): wrap long words on narrow screens', paths: ['src/public-page/page.css'] },
      { title: 'perf(import): import 10,000 posts in a minute', paths: ['src/import/batch.ts'] },
      { title: 'docs(import): explain how to migrate from another tool', paths: ['docs/import.md'] },
      { title: 'chore(deps): bump satori from 0.15.2 to 0.15.3', paths: ['package.json'] },
    ],
  },
  {
    tag: null,
    daysAgo: 0,
    merges: [
      { title: 'feat(editor): insert tables from the toolbar', paths: ['src/editor/toolbar.tsx'] },
      {
        title: 'fix(destinations): respect the rate limits of Discord',
        paths: ['src/destinations/discord.ts'],
      },
    ],
  },
]
