import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { feedGit, runGit } from '../../codehost/git-run.ts'
import { type DatedMerge, dateMerges, firstNumber } from './dates.ts'
import { history } from './history.ts'
import { acme } from './questions.ts'

const people = ['Ada Brandt', 'Jonas Weber']

/** Creates a git repository with the history of the sample product in a folder, and returns its path. */
export async function createRepository(folder: string, now: Date): Promise<string> {
  const path = join(folder, acme.name.toLowerCase())
  mkdirSync(path)
  await runGit(path, ['init', '--quiet', '--initial-branch=main'])
  await feedGit(path, ['fast-import', '--quiet'], writeHistory(now))
  await runGit(path, ['reset', '--quiet', '--hard'])
  return path
}

/** The history as input of `git fast-import`. */
function writeHistory(now: Date): string {
  const merges = dateMerges(now)
  return history
    .flatMap(({ tag }) => [
      ...merges.filter((merge) => merge.tag === tag).flatMap(writeCommit),
      ...(tag === null ? [] : [`reset refs/tags/${tag}`, 'from refs/heads/main', '']),
    ])
    .join('\n')
}

function writeCommit({ title, body, paths, author, number, at }: DatedMerge): string[] {
  const name = author ?? people[number % people.length] ?? ''
  const email = `${name.split(' ')[0]?.toLowerCase()}@${acme.domain}`
  const by = `${name} <${email}> ${Math.floor(at.getTime() / 1000)} +0000`
  const files = paths.map((path): [string, string] => [path, `${number}\n`])
  return [
    ...['commit refs/heads/main', `author ${by}`, `committer ${by}`],
    ...writeData(`${title} (#${number})${body ? `\n\n${body}` : ''}\n`),
    ...[...files, ...(number === firstNumber ? setUp : [])].flatMap(([path, text]) => [
      `M 100644 inline ${path}`,
      ...writeData(text),
    ]),
    '',
  ]
}

const areas = {
  api: 'API',
  automations: 'Automations',
  cli: 'Command line',
  destinations: 'Destinations',
  editor: 'Editor',
  export: 'Export',
  github: 'GitHub',
  import: 'Import',
  'public-page': 'Public page',
  search: 'Search',
  widget: 'Widget',
}

/** The files that name the product and its parts. */
const setUp: [string, string][] = [
  ['README.md', `# ${acme.name}\n\n${acme.name} turns merged pull requests into changelogs.\n`],
  [
    '.herald.toml',
    `[areas]\n${Object.entries(areas)
      .map(([scope, name]) => `${scope} = "${name}"\n`)
      .join('')}`,
  ],
]

const writeData = (text: string) => [`data ${Buffer.byteLength(text)}`, text]
