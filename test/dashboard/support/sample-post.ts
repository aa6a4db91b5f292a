import type { Category } from '../../../src/changelog/category.ts'
import type { LedgerEntry } from '../../../src/changelog/ledger.ts'
import { atomically } from '../../../src/db/client.ts'
import { createPost, type NewPost } from '../../../src/features/posts/create-post.ts'
import { entry } from './ledger.ts'
import type { Scene } from './scene.ts'

// A changelog as Herald writes it: three highlights, eighteen bullets, nine changes left out.

const url = 'https://github.com/acme/app'

const highlights: [number, string, string, number][] = [
  [
    412,
    'Export a report as PDF',
    'Choose Export in any report and pick A4 or Letter. Charts are drawn as vectors, so they stay sharp on paper, and table headings repeat on each page.',
    7,
  ],
  [
    398,
    'Saved views',
    'A view keeps filters, columns and order under a name. Views are private until you share them with the workspace, and a link to a view opens it as it was saved.',
    11,
  ],
  [
    405,
    'Tables that hold still',
    'Rows keep their height while they load, so the line under your pointer no longer moves.',
    5,
  ],
]
const listed: [Category, [number, string][]][] = [
  [
    'Features & Enhancements',
    [
      [401, 'Sort a table by two columns with Shift and a click'],
      [407, 'Duplicate a dashboard with its filters'],
      [394, 'Show the time zone beside every scheduled report'],
      [411, 'Paste a list of email addresses when inviting people'],
      [389, 'Choose the first day of the week'],
    ],
  ],
  [
    'Bug Fixes',
    [
      [409, 'Keep the order of columns after a reload'],
      [415, 'Send scheduled reports once when the clocks change'],
      [396, 'Count a visitor once when two tabs are open'],
      [403, 'Show the full name of a truncated segment on focus'],
      [391, 'Read dates in CSV files that use dots'],
      [417, 'Stop the sign-in page from forgetting the page you wanted'],
      [400, 'Round percentages in a table so that they add up to 100'],
    ],
  ],
  [
    'Performance Improvements',
    [
      [393, 'Load the chart code only on pages with a chart'],
      [406, 'Ask the database once for all counts of a dashboard'],
      [413, 'Cut the memory of an export of 100,000 rows by half'],
      [387, 'Compress stored report files'],
      [410, 'Answer unchanged reports with 304'],
      [395, 'Index sessions by workspace and day'],
    ],
  ],
]
const omitted: [number, string, string][] = [
  [390, 'Bump vite from 7.1.2 to 7.2.0', 'It only updates dependencies.'],
  [399, 'Bump the linters', 'It only updates dependencies.'],
  [402, 'Rename the internal queue package', 'It is an internal change.'],
  [414, 'Test the exporter on Windows', 'It only changes tests.'],
  [404, 'Fix a flaky test of the scheduler', 'It only changes tests.'],
  [392, 'Correct a link in CONTRIBUTING', 'It only changes documentation.'],
  [408, 'Revert of an unreleased change', 'It was taken back by #397 in the same window.'],
  [397, 'Unreleased change', 'It was taken back by #408 in the same window.'],
  [416, 'Format the repository', 'It only changes formatting.'],
]

const change = (number: number, title: string, rest: Parameters<typeof entry>[0]) =>
  entry({ number, title, url: `${url}/pull/${number}`, ...rest })
const shas = (count: number) =>
  Array.from({ length: count }, () => crypto.randomUUID().replaceAll('-', '').padEnd(40, '0'))

export const sampleLedger: LedgerEntry[] = [
  ...highlights.map(([number, title, , commits]) =>
    change(number, title, {
      placement: 'highlight',
      category: 'Features & Enhancements',
      commits: shas(commits),
      authors: ['ada', 'bo'],
    }),
  ),
  ...listed.flatMap(([category, changes]) =>
    changes.map(([number, title]) => change(number, title, { category, commits: shas(number % 2 ? 1 : 2) })),
  ),
  ...omitted.map(([number, title, reason]) =>
    change(number, title, { placement: 'omitted', category: 'Internal Changes', reason }),
  ),
]

const ref = (number: number) =>
  `[#${number}](${url}/pull/${number}) (Author: [@ada](https://github.com/ada/))`

export const sampleMarkdown = `Reports can leave Acme now. Export any of them as a PDF that prints the way it looks, keep the filters you use every week as a saved view, and read long tables that stay where you left them.

This release covers 30 changes by six people. The ones that change nothing for you are left out.

## Highlights

${highlights.map(([number, title, text]) => `### ${title}\n\n${text} ${ref(number)}`).join('\n\n')}

## More Updates

${listed.map(([category, changes]) => `### ${category}\n\n${changes.map(([number, title]) => `- ${title} ${ref(number)}`).join('\n')}`).join('\n\n')}
`

export const sampleTitle = 'Acme 1.4: exports, saved views and calmer pages'

/** Stores the sample, or another post like it; gives its id. */
export async function addSamplePost(
  { herald, team }: Scene,
  changes: Partial<NewPost> = {},
): Promise<string> {
  const post = await createPost(herald.ctx, {
    organizationId: team.id,
    collectionId: null,
    contentType: 'changelog',
    title: sampleTitle,
    markdown: sampleMarkdown,
    autoPublish: false,
    sourceMetadata: {
      ledger: sampleLedger,
      range: { from: 'v1.3', to: 'v1.4' },
      repositories: [{ owner: 'acme', repo: 'app' }],
    },
    ...changes,
  })
  await atomically(herald.ctx.db, post.statements)
  return post.id
}
