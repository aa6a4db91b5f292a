import { join } from 'node:path'
import { listPackages } from '../codehost/git-package.ts'
import { openRepository } from '../codehost/git-range.ts'
import { readRange, refuseContradictions } from './changelog-options.ts'
import { fileInside, formats } from './changelog-output.ts'
import { maxLines, printChangelog } from './changelog-print.ts'
import { defineCommand } from './command.ts'
import { oneOf, reader } from './options.ts'

const readRelease = reader('a version such as 1.2.0', (text: string) =>
  /^(?:\S*[@/_-])?v?\d+(?:\.\d+){1,3}(?:-[\w.]+)?$/.test(text) ? text : undefined,
)
const readFormat = oneOf(formats)

const changelog = defineCommand({
  name: 'changelog',
  summary: 'Print the changelog of a git repository, without a server.',
  examples: ['changelog v1.0.0..v1.1.0', 'changelog --prepend CHANGELOG.md --release 1.2.0'],
  argument: { value: 'A..B', help: 'Range, instead of --from A and --to B. You can omit A or B.' },
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
    since: {
      type: 'string',
      value: 'TIME',
      help: 'Start time instead of --from: a duration such as 24h, 7d or 2w, or a date.',
    },
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
      help: 'markdown, github-release (long lists collapsed), json or html. Default: markdown.',
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
      help: 'Explain why a commit is highlighted, listed or left out.',
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
