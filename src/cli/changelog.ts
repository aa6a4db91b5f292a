import { type Changelog, writeChangelog } from '../changelog/changelog.ts'
import { renderDocument } from '../changelog/layout.ts'
import { readGitActivity } from '../codehost/git.ts'
import { UsageError } from '../errors.ts'
import { defineCommand, printJson } from './command.ts'

const changelog = defineCommand({
  name: 'changelog',
  summary: 'Print a changelog of a local git repository; no server, no database.',
  options: {
    repo: { type: 'string', value: 'PATH', help: 'The repository; this folder when not given.' },
    from: {
      type: 'string',
      value: 'REF',
      help: 'Where it starts, itself left out; the tag before the end when not given.',
    },
    to: { type: 'string', value: 'REF', help: 'Where it ends; HEAD when not given.' },
    since: { type: 'string', value: '7d', help: 'In place of --from: 24h, 7d, 2w or a date.' },
    json: { type: 'boolean', help: 'Print {"title", "markdown", "range", "ledger"}.' },
  },
  async run({ repo, from, to, since, json }, terminal) {
    if (from !== undefined && since !== undefined) throw new UsageError('Give --from or --since, not both.')
    const { activity, name, isShallow } = await readGitActivity({ path: repo ?? '.', from, to, since })
    if (isShallow)
      terminal.warn(
        'This is a shallow clone, so older history may be missing; git fetch --unshallow brings it.',
      )

    const changelog = writeChangelog(activity, { name })
    if (json) return printJson(terminal, toJson(changelog))
    if (changelog.skipped !== null) return terminal.warn(changelog.skipped)
    terminal.print(renderDocument(changelog).trimEnd())
  },
})

export const commands = [changelog]

function toJson(changelog: Changelog) {
  const { range, ledger, skipped } = changelog
  if (skipped !== null) return { title: null, markdown: '', range, ledger, skipped }
  return { title: changelog.title, markdown: changelog.markdown, range, ledger }
}
