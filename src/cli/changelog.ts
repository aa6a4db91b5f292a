import type { Activity } from '../changelog/activity.ts'
import { type Changelog, writeChangelog } from '../changelog/changelog.ts'
import { type Draft, draftChangelog } from '../changelog/draft.ts'
import type { Explanation } from '../changelog/why.ts'
import { type GitSource, readGitActivity } from '../codehost/git.ts'
import { resolveCommit } from '../codehost/git-range.ts'
import { OperatorError, UsageError } from '../errors.ts'
import type { Sliced } from '../slices.ts'
import { count } from '../text/line.ts'
import { formats, prependTo, render, write } from './changelog-output.ts'
import { defineCommand, printJson, type Terminal } from './command.ts'
import { oneOf, reader } from './options.ts'
import { startProgress } from './progress.ts'

const readRelease = reader('a version such as 1.2.0', (text: string) =>
  /^(?:\S*[@/_-])?v?\d+(?:\.\d+){1,3}(?:-[\w.]+)?$/.test(text) ? text : undefined,
)
const readFormat = oneOf(formats)

/** What a reader sees at a glance. */
const maxLines = 40

const changelog = defineCommand({
  name: 'changelog',
  summary: 'Print the changelog of a git repository, without a server.',
  examples: ['changelog v1.0.0..v1.1.0', 'changelog --prepend CHANGELOG.md --release 1.2.0'],
  argument: { value: 'A..B', help: 'Range instead of --from A and --to B; A or B may be left out.' },
  options: {
    repo: { type: 'string', value: 'PATH', help: 'Repository path. Default: the current directory.' },
    package: {
      type: 'string',
      value: 'NAME',
      help: 'Only one package of a monorepo, since its own last tag.',
    },
    from: {
      type: 'string',
      value: 'REF',
      help: 'Start ref, exclusive. Default: the version before --to.',
    },
    to: { type: 'string', value: 'REF', help: 'End ref. Default: HEAD.' },
    since: { type: 'string', value: '7d', help: 'Start time instead of --from: 24h, 7d, 2w or a date.' },
    unreleased: {
      type: 'boolean',
      help: 'Only changes since the last version. Prints nothing if there are none.',
    },
    release: {
      type: 'string',
      value: 'VERSION',
      read: readRelease,
      help: 'Version of the release, if it has no tag yet.',
    },
    format: {
      type: 'string',
      value: 'F',
      read: readFormat,
      help: 'markdown, github-release (long lists folded to fit), json or html.',
    },
    json: {
      type: 'boolean',
      help: 'Print {"title", "markdown", "range", "ledger"}; the same as --format json.',
    },
    all: {
      type: 'boolean',
      help: `List every change. Default: the most important ones, in ${maxLines} lines.`,
    },
    output: { type: 'string', value: 'FILE', help: 'Write to a file instead of stdout.' },
    prepend: {
      type: 'string',
      value: 'FILE',
      help: 'Insert at the top of a CHANGELOG, unless it has this version.',
    },
    after: {
      type: 'string',
      value: 'LINE|TEXT',
      help: 'Insert after a line of the CHANGELOG: its number, or text that occurs only there.',
    },
    next: {
      type: 'boolean',
      help: 'Print the next version by SemVer; the reasons go to stderr.',
    },
    explain: {
      type: 'string',
      value: 'SHA',
      help: 'Explain the placement of a commit.',
    },
  },
  async run(given, terminal, range) {
    const values = { ...given, ...readRange(given, range) }
    const {
      repo = '.',
      explain,
      output,
      prepend,
      after,
      json,
      all,
      next,
      format = json ? 'json' : 'markdown',
      ...wanted
    } = values
    refuseContradictions(values)
    const { from, to, since, release, package: part } = wanted
    const unreleased = wanted.unreleased || (next && (from ?? since) === undefined)
    const { activity, name, isNameGuessed, isShallow, untagged, lastVersion } = await readHistory(terminal, {
      path: repo,
      from,
      to,
      since,
      unreleased,
      release,
      package: part,
      about: explain,
      // Finding new contributors takes longer than everything else, so only published changelogs do it.
      newcomers: format === 'github-release' || prepend !== undefined,
    })
    if (isShallow)
      terminal.warn(
        'This is a shallow clone, so older history may be missing; git fetch --unshallow brings it.',
      )
    if (isNameGuessed)
      terminal.warn(`The product is called ${name} here; product in .herald.toml sets another name.`)
    if (untagged) terminal.warn(`${untagged}. Use --since 90d or --from REF for another range.`)

    if (explain !== undefined) {
      const { renderWhy } = await import('../changelog/why.ts')
      const why = await explainRef(repo, explain, activity, name)
      return json ? printJson(terminal, why) : terminal.print(renderWhy(why))
    }

    const run = (work: Sliced<Draft>) => showSorting(terminal, work, activity.commits.length)
    if (next) {
      const { earlyFeatures } = activity.rules ?? {}
      return printNext(lastVersion, writeChangelog(activity, { name, run }), {
        earlyFeatures,
        json,
        terminal,
      })
    }

    const isShortened = !all && prepend === undefined && (format === 'markdown' || format === 'html')
    const written = writeChangelog(activity, {
      name,
      run,
      isWhole: true,
      ...(isShortened && { isWhole: false, maxLines }),
    })
    if (written.skipped !== null && format !== 'json') return terminal.warn(written.skipped)
    if (prepend !== undefined) return prependTo(prepend, written, { after, terminal })
    if (written.skipped === null && written.hidden > 0)
      terminal.warn(`Only the most important changes are shown; --all lists ${written.hidden} more.`)
    const text = await render(written, format)
    if (output === undefined) return terminal.print(text)
    await write(output, `${text}\n`)
  },
})

export const commands = [changelog]

/** Reads the activity of a repository, which takes seconds for a long history. */
async function readHistory(terminal: Terminal, source: GitSource) {
  using progress = startProgress(terminal)
  progress.show('Reading the history')
  return await readGitActivity(source)
}

/** Sorting reads each change three times: to join its commits, to name it, and to place it. */
const sortingSteps = 3

/** Runs the sorting of commits and shows its progress. */
function showSorting(terminal: Terminal, work: Sliced<Draft>, commits: number): Draft {
  using progress = startProgress(terminal)
  for (let steps = 0; ; steps++) {
    const step = work.next()
    if (step.done) return step.value
    progress.show(`Sorting ${count(commits, 'commit')}`, steps / (sortingSteps * commits))
  }
}

async function explainRef(path: string, ref: string, activity: Activity, name: string): Promise<Explanation> {
  const { explainCommit } = await import('../changelog/why.ts')
  const sha = await resolveCommit(path, ref)
  const why = explainCommit(draftChangelog([activity], name), sha)
  if (why) return why
  const start = activity.from === null ? 'the beginning' : activity.from
  throw new OperatorError(`${ref} is not in the range from ${start} to ${activity.to}.`)
}

type Range = { from?: string; to?: string }

/** The refs of `A..B`. */
function readRange(
  { from, to, since, unreleased }: Range & { since?: string; unreleased: boolean },
  range: string | undefined,
): Range {
  if (range === undefined) return {}
  const [, start = '', end = ''] = /^(?!\.\.$)((?:(?!\.\.).)*)\.\.(?!\.)((?:(?!\.\.).)*)$/.exec(range) ?? []
  if (start === '' && end === '')
    throw new UsageError(`The range must be A..B, such as v1.0.0..v1.1.0, not "${range}".`)
  if (since !== undefined || unreleased || (from ?? to) !== undefined)
    throw new UsageError('Give a range or --from, --to, --since and --unreleased, not both.')
  return { from: start || undefined, to: end || undefined }
}

/** Prints the next version, and the reasons on stderr. */
async function printNext(
  last: string | null,
  changelog: Changelog,
  { earlyFeatures, json, terminal }: { earlyFeatures?: 'minor' | 'patch'; json: boolean; terminal: Terminal },
) {
  const { proposeVersion } = await import('../changelog/next-version.ts')
  if (changelog.skipped !== null)
    return json
      ? printJson(terminal, {
          version: null,
          previous: last,
          step: null,
          because: changelog.skipped,
          changes: [],
        })
      : terminal.warn(changelog.skipped)
  const next = proposeVersion(last, changelog.ledger, earlyFeatures)
  if (next === null)
    throw new OperatorError(`${last} is not a version. Use --from TAG to name the last version.`)
  if (json) return printJson(terminal, next)
  terminal.print(next.version)
  terminal.warn(`${next.because}.`)
  const shown = next.changes.slice(0, maxReasons)
  for (const { number, title } of shown) terminal.warn(`- ${number === null ? '' : `#${number} `}${title}`)
  const hidden = next.changes.length - shown.length
  if (hidden > 0) terminal.warn(`- And ${hidden} more; --json lists all.`)
}

const maxReasons = 10

type Options = {
  [N in 'from' | 'since' | 'output' | 'prepend' | 'after' | 'explain' | 'format' | 'to']?: string
} & {
  unreleased: boolean
  json: boolean
  next: boolean
  release?: string
}

function refuseContradictions({
  from,
  since,
  unreleased,
  output,
  prepend,
  after,
  explain,
  format,
  json,
  next,
  release,
}: Options) {
  if (from !== undefined && since !== undefined) throw new UsageError('Give --from or --since, not both.')
  if (unreleased && (from ?? since) !== undefined)
    throw new UsageError('--unreleased starts at the last version: give it without --from and --since.')
  if (output !== undefined && prepend !== undefined)
    throw new UsageError('Give --output or --prepend, not both.')
  if (next && (since ?? output ?? prepend ?? explain ?? format ?? release) !== undefined)
    throw new UsageError(
      '--next prints a version: give it without --since, --output, --prepend, --explain, --format and --release.',
    )
  if (after !== undefined && prepend === undefined)
    throw new UsageError('--after names a line of a CHANGELOG: give it with --prepend FILE.')
  if (json && format !== undefined && format !== 'json')
    throw new UsageError(`Give --json or --format ${format}, not both.`)
  if (prepend !== undefined && (json || (format !== undefined && format !== 'markdown')))
    throw new UsageError('--prepend writes Markdown: give it without --json and --format.')
  if (explain !== undefined && (output ?? prepend ?? format) !== undefined)
    throw new UsageError(
      '--explain prints to the terminal: give it without --output, --prepend and --format.',
    )
}
