import { join } from 'node:path'
import type { Activity } from '../changelog/activity.ts'
import { type Changelog, writeChangelog } from '../changelog/changelog.ts'
import { type Draft, draftChangelog } from '../changelog/draft.ts'
import type { Explanation } from '../changelog/why.ts'
import { type GitSource, readGitActivity } from '../codehost/git.ts'
import { listPackages } from '../codehost/git-package.ts'
import { openRepository, resolveCommit } from '../codehost/git-range.ts'
import { OperatorError, UsageError } from '../errors.ts'
import type { Sliced } from '../slices.ts'
import { count } from '../text/line.ts'
import { type Format, fileInside, formats, prependTo, render, write } from './changelog-output.ts'
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
    bump: {
      type: 'boolean',
      help: 'Like --next, and write the version into the manifest that .herald.toml names.',
    },
    packages: {
      type: 'boolean',
      help: 'Every package with changes since its own last tag; --prepend writes to the file in its folder.',
    },
    template: {
      type: 'string',
      value: 'NAME|FILE',
      help: 'Handlebars template: keep-a-changelog, by-area, announcement or your own file.',
    },
    explain: {
      type: 'string',
      value: 'SHA',
      help: 'Explain the placement of a commit.',
    },
  },
  async run(given, terminal, range) {
    const values = { ...given, next: given.next || given.bump, ...readRange(given, range) }
    refuseContradictions(values)
    const { packages, repo = '.', prepend } = values
    if (!packages) return printChangelog(values, terminal)
    const { path } = await openRepository(repo)
    for (const { folder } of await listPackages(path, 'HEAD')) {
      const file = prepend === undefined ? undefined : await fileInside(path, join(folder, prepend))
      await printChangelog({ ...values, unreleased: true, package: folder, prepend: file }, terminal)
    }
  },
})

export const commands = [changelog]

/** Prints or writes the changelog, version or explanation of a repository or of one package. */
async function printChangelog(values: Options, terminal: Terminal): Promise<void> {
  const {
    repo = '.',
    explain,
    output,
    prepend,
    after,
    json,
    all,
    next,
    bump,
    packages,
    template,
    format = json ? 'json' : 'markdown',
    ...wanted
  } = values
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
  if (untagged && !packages) terminal.warn(`${untagged}. Use --since 90d or --from REF for another range.`)

  if (explain !== undefined) {
    const { renderWhy } = await import('../changelog/why.ts')
    const why = await explainRef(repo, explain, activity, name)
    return json ? printJson(terminal, why) : terminal.print(renderWhy(why))
  }

  const run = (work: Sliced<Draft>) => showSorting(terminal, work, activity.commits.length)
  if (next) {
    const { printNext } = await import('./changelog-next.ts')
    const manifest = bump ? await findManifest(repo, activity) : null
    const label = packages ? name : null
    const draft = writeChangelog(activity, { name, run })
    return printNext(lastVersion, draft, { rules: activity.rules, manifest, label, json, terminal })
  }

  const isShortened =
    !all && (prepend ?? template) === undefined && (format === 'markdown' || format === 'html')
  const written = writeChangelog(activity, {
    name,
    run,
    isWhole: true,
    ...(isShortened && { isWhole: false, maxLines }),
  })
  if (written.skipped !== null && packages) return
  if (written.skipped !== null && format !== 'json') return terminal.warn(written.skipped)
  if (prepend !== undefined) return prependTo(prepend, written, { after, terminal })
  if (written.skipped === null && written.hidden > 0)
    terminal.warn(`Only the most important changes are shown; --all lists ${written.hidden} more.`)
  const text = template === undefined ? await render(written, format) : await fill(template, written)
  if (output === undefined) return terminal.print(text)
  await write(output, `${text}\n`)
}

async function fill(template: string, changelog: Changelog): Promise<string> {
  const { renderTemplate } = await import('./templates/render-template.ts')
  return renderTemplate(template, changelog)
}

/** The manifest that the project names, of the repository or of the package. */
async function findManifest(repo: string, { rules, folder = '' }: Activity): Promise<string> {
  if (rules?.manifest === undefined)
    throw new OperatorError(
      '--bump needs the manifest with the version: manifest = "package.json" in .herald.toml.',
    )
  return fileInside((await openRepository(repo)).path, join(folder, rules.manifest))
}

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

type Options = {
  [N in
    | 'repo'
    | 'package'
    | 'from'
    | 'to'
    | 'since'
    | 'output'
    | 'prepend'
    | 'after'
    | 'explain'
    | 'release'
    | 'template']?: string
} & {
  [N in 'unreleased' | 'json' | 'all' | 'next' | 'bump' | 'packages']: boolean
} & { format?: Format }

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
  template,
  packages,
  ...others
}: Options) {
  const range = from ?? others.to ?? since
  if (
    packages &&
    (range ?? output ?? explain ?? release ?? format ?? template ?? others.package) !== undefined
  )
    throw new UsageError(
      '--packages reads each package since its own last tag: give it only with --all, --prepend, --after, --next, --bump and --json.',
    )
  if (packages && json && !next) throw new UsageError('Give --packages and --json with --next.')
  if (template !== undefined && (json || next || (explain ?? prepend ?? format) !== undefined))
    throw new UsageError(
      '--template formats the changelog: give it without --format, --json, --prepend, --next, --bump and --explain.',
    )
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
