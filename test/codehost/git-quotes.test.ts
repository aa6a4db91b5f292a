import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { $ } from 'bun'
import { type Changelog, writeDraft } from '../../src/changelog/changelog.ts'
import { draftChangelog } from '../../src/changelog/draft.ts'
import { readGitActivity } from '../../src/codehost/git.ts'
import { readQuotes } from '../../src/codehost/git-quotes.ts'
import { createRepository, gitEnvironment } from '../support/git.ts'

const env = gitEnvironment()
let folder: string
let last = 0
let written: Changelog

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'herald-quotes-'))
})
afterAll(() => rm(folder, { recursive: true }))

const options = `# Options

| Option | Default | Meaning |
|-|-|-|
| \`retries\` | 3 | Attempts of a request |
| \`requestTimeout\` | 30 s | Longest time of a request |

The client waits between attempts. The \`retryDelay\` defaults to 250 ms.
`

type Step = { title: string; files: Record<string, string> }

/** The quote of the first of these commits after a tag, as read by the command line. */
async function quoteOf(steps: Step[], start: Record<string, string> = { 'docs/options.md': options }) {
  const repo = join(folder, String(last++))
  await createRepository(repo)
  for (const [at, { title, files }] of [{ title: 'Start', files: start }, ...steps].entries()) {
    for (const [path, text] of Object.entries({ 'src/client.ts': `export const step = ${at}\n`, ...files })) {
      await mkdir(dirname(join(repo, path)), { recursive: true })
      await Bun.write(join(repo, path), text)
    }
    await $`git -C ${repo} add --all`.env(env)
    await $`git -C ${repo} commit --quiet --message ${title}`.env(env)
    if (at === 0) await $`git -C ${repo} tag v1.0.0`.env(env)
  }
  const { activity, place } = await readGitActivity({ path: repo, from: 'v1.0.0' })
  const draft = draftChangelog([activity], 'Courier')
  const { placed } = draft
  const quotes = await readQuotes(place, placed)
  written = writeDraft(activity, draft, { quotes })
  const wanted = placed.highlights.find(({ change }) => steps[0]?.title.endsWith(change.title.slice(1)))
  expect(wanted).toBeDefined()
  return quotes.get(wanted?.change.id ?? '')?.text ?? null
}

const manySentences = (word: string) =>
  Array.from({ length: 400 }, (_, index) => `The ${word} part ${index} of the tool reads files.\n`).join('')
// With an algorithm of cubic time these would take more than a minute.
const manySignatures = (value: number) =>
  Array.from(
    { length: 290 },
    (_, index) => `export function f${index}(a:${' '.repeat(900)}! ${value}\n`,
  ).join('')

const doc = (text: string) => ({ 'docs/options.md': text })
const proxies = 'feat: add `proxies` to the client'
const sentence = 'With `proxies`, requests of the client go through the first proxy that answers.'
const timeout = 'feat: raise the default request timeout'

describe('a highlight without a sentence quotes', () => {
  test('a sentence that its commit adds to the manual, also over two lines', async () => {
    const wrapped = sentence.replace(' go ', '\ngo ')
    expect(await quoteOf([{ title: proxies, files: doc(`${options}\n## Proxies\n\n${wrapped}\n`) }])).toBe(
      sentence,
    )
  })

  test('both values of a default in a table of options', async () => {
    expect(await quoteOf([{ title: timeout, files: doc(options.replace('30 s', '60 s')) }])).toBe(
      'Default of `requestTimeout`: 30 s → 60 s.',
    )
  })

  test('a text that the ledger marks, with its file', async () => {
    const text = await quoteOf([{ title: timeout, files: doc(options.replace('30 s', '60 s')) }])
    expect(written.skipped === null && written.markdown).toContain(
      '### Raise the default request timeout\n\nDefault of `requestTimeout`: 30 s → 60 s.',
    )
    expect(written.ledger.map(({ quote }) => quote)).toEqual([
      { kind: 'values', text: text ?? '', file: 'docs/options.md' },
    ])
  })

  test('both values of a default in prose', async () => {
    const title = 'feat: lower the default `retryDelay`'
    expect(await quoteOf([{ title, files: doc(options.replace('250 ms', '100 ms')) }])).toBe(
      'Default of `retryDelay`: 250 ms → 100 ms.',
    )
  })

  test('both values of a default in a public signature', async () => {
    const source = 'export function connect(host: string, timeout = 30) {\n  return [host, timeout]\n}\n'
    const title = 'feat: raise the default timeout of `connect()`'
    const files = { 'src/connect.ts': source.replace('30', '60') }
    expect(await quoteOf([{ title, files }], { 'src/connect.ts': source })).toBe(
      'Default of `timeout` in `connect()`: 30 → 60.',
    )
  })
})

describe('a highlight quotes no', () => {
  const added = `${options}\n${sentence}\n`
  const cases: [string, Step[], Record<string, string>?][] = [
    [
      'sentence that a later commit removes',
      [
        { title: proxies, files: doc(added) },
        { title: 'docs: shorten', files: doc(options) },
      ],
    ],
    [
      'sentence that a later commit changes',
      [
        { title: proxies, files: doc(added) },
        { title: 'docs: correct', files: doc(added.replace('the first proxy', 'a random proxy')) },
      ],
    ],
    [
      'sentence about something else',
      [
        {
          title: proxies,
          files: doc(`${options}\nThe cache of pages is shared between workers and saves memory.\n`),
        },
      ],
    ],
    [
      'part of a sentence',
      [{ title: proxies, files: doc(options.replace('attempts.', `attempts. ${sentence.slice(0, -1)},`)) }],
    ],
    [
      'sentence with characters that control a terminal',
      [{ title: proxies, files: doc(`${options}\n${sentence.replace('first', '\x1b]0;first\x07')}\n`) }],
    ],
    [
      'sentence that changes the text direction',
      [{ title: proxies, files: doc(`${options}\n${sentence.replace('first', '\u202efirst')}\n`) }],
    ],
    [
      'value with characters that control a terminal',
      [{ title: timeout, files: doc(options.replace('30 s', '"\x1b[2J"')) }],
      doc(options.replace('30 s', '"auto"')),
    ],
    [
      'sentence of a page that its commit rewrites',
      [{ title: proxies, files: doc(`${options}\n${sentence}\n\n${manySentences('new')}`) }],
      doc(`${options}\n${manySentences('old')}`),
    ],
    [
      'sentence of a very large page',
      [{ title: proxies, files: doc(`${options}\n${sentence}\n`) }],
      doc(`${options}\n${'text '.repeat(50_000)}`),
    ],
    [
      'value after many spaces, which are read in linear time',
      [{ title: timeout, files: { 'src/many.ts': manySignatures(60) } }],
      { 'src/many.ts': manySignatures(30) },
    ],
    ['code', [{ title: proxies, files: doc(`${options}\n\`\`\`md\n${sentence}\n\`\`\`\n`) }]],
    [
      'sentence with a link',
      [{ title: proxies, files: doc(`${options}\n${sentence.replace('proxy', '[proxy](p.md)')}\n`) }],
    ],
    ['sentence for contributors', [{ title: proxies, files: { 'CONTRIBUTING.md': sentence } }]],
    [
      'value that a later commit changes back',
      [
        { title: timeout, files: doc(options.replace('30 s', '60 s')) },
        { title: 'fix: keep the request timeout', files: doc(options) },
      ],
    ],
    [
      'value that was changed twice',
      [
        { title: timeout, files: doc(options.replace('30 s', '60 s')) },
        { title: 'fix: wait longer for requests', files: doc(options.replace('30 s', '90 s')) },
      ],
    ],
    ['value of another option', [{ title: timeout, files: doc(options.replace('| 3 |', '| 5 |')) }]],
    [
      'value outside of the column of defaults',
      [{ title: timeout, files: doc(options.replace('| Default |', '| Maximum |').replace('30 s', '60 s')) }],
    ],
    ['value with another unit', [{ title: timeout, files: doc(options.replace('30 s', '60 min')) }]],
  ]
  test.each(cases)('%s', async (_, steps, ...[start]) => {
    expect(await quoteOf(steps, start)).toBeNull()
  })

  test('sentence that its commit only rewords or moves', async () => {
    const start = doc(`${sentence}\n\n${options}`)
    expect(await quoteOf([{ title: proxies, files: doc(added) }], start)).toBeNull()
    const reworded = added.replace('the first proxy that answers', 'the first proxy that is up')
    expect(await quoteOf([{ title: proxies, files: doc(reworded) }], doc(added))).toBeNull()
  })
})
