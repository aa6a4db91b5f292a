import type { Activity } from '../changelog/activity.ts'
import { writeChangelog } from '../changelog/changelog.ts'
import { draftChangelog } from '../changelog/draft.ts'
import type { Why } from '../changelog/why.ts'
import { readGitActivity } from '../codehost/git.ts'
import { resolveCommit } from '../codehost/git-range.ts'
import { OperatorError, UsageError } from '../errors.ts'
import { formats, prependTo, render, write } from './changelog-output.ts'
import { defineCommand, printJson } from './command.ts'
import { oneOf, reader } from './options.ts'

const readRelease = reader('a version such as 1.2.0', (text: string) =>
  /^(?:\S*[@/_-])?v?\d+(?:\.\d+){1,3}(?:-[\w.]+)?$/.test(text) ? text : undefined,
)
const readFormat = oneOf(formats)

/** What fits on one screen; the title and the last lines are not counted. */
const maxLines = 40

const changelog = defineCommand({
  name: 'changelog',
  summary: 'Print the changelog of a git repository, without a server.',
  examples: ['changelog --from v1.0.0 --to v1.1.0', 'changelog --prepend CHANGELOG.md --release 1.2.0'],
  options: {
    repo: { type: 'string', value: 'PATH', help: 'Repository path. Default: the current directory.' },
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
      help: 'markdown, github-release (fits into one, long lists folded), json or html.',
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
      help: 'Insert after this line of the CHANGELOG: its number, or text that only it has.',
    },
    explain: {
      type: 'string',
      value: 'SHA',
      help: 'Explain the placement of a commit.',
    },
  },
  async run(values, terminal) {
    const {
      repo = '.',
      explain,
      output,
      prepend,
      after,
      json,
      all,
      format = json ? 'json' : 'markdown',
      ...wanted
    } = values
    refuseContradictions(values)
    const { from, to, since, unreleased, release } = wanted
    const { activity, name, isNameGuessed, isShallow, untagged } = await readGitActivity({
      path: repo,
      from,
      to,
      since,
      unreleased,
      release,
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

    const isShortened = !all && prepend === undefined && (format === 'markdown' || format === 'html')
    const written = writeChangelog(activity, { name, maxLines: isShortened ? maxLines : undefined })
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

async function explainRef(path: string, ref: string, activity: Activity, name: string): Promise<Why> {
  const { explainCommit } = await import('../changelog/why.ts')
  const sha = await resolveCommit(path, ref)
  const why = explainCommit(draftChangelog([activity], name), sha)
  if (why) return why
  const start = activity.from === null ? 'the beginning' : activity.from
  throw new OperatorError(`${ref} is not in the range from ${start} to ${activity.to}.`)
}

type Given = {
  [N in 'from' | 'since' | 'output' | 'prepend' | 'after' | 'explain' | 'format' | 'to']?: string
} & {
  unreleased: boolean
  json: boolean
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
}: Given) {
  if (from !== undefined && since !== undefined) throw new UsageError('Give --from or --since, not both.')
  if (unreleased && (from ?? since) !== undefined)
    throw new UsageError('--unreleased starts at the last version: give it without --from and --since.')
  if (output !== undefined && prepend !== undefined)
    throw new UsageError('Give --output or --prepend, not both.')
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
