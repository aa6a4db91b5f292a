import { join } from 'node:path'
import type { Activity } from '../changelog/activity.ts'
import { type Changelog, writeDraft } from '../changelog/changelog.ts'
import { type Draft, draftChangelog, draftInSlices } from '../changelog/draft.ts'
import { type GitActivity, readGitActivity } from '../codehost/git.ts'
import { readQuotes } from '../codehost/git-quotes.ts'
import { openRepository, resolveCommit } from '../codehost/git-range.ts'
import { OperatorError } from '../errors.ts'
import { count } from '../text/line.ts'
import type { Options } from './changelog-options.ts'
import { type Format, fileInside, prependTo, render, write } from './changelog-output.ts'
import { printJson, type Terminal } from './command.ts'
import { startProgress } from './progress.ts'

/** Lines of a changelog on the terminal, unless all changes are listed. */
export const maxLines = 40

/** Prints or writes the changelog, version or explanation of a repository or of one package. */
export async function printChangelog(options: Options, terminal: Terminal): Promise<void> {
  const format = options.format ?? (options.json ? 'json' : 'markdown')
  const history = await readHistory(options, format, terminal)
  warnOfHistory(history, options, terminal)
  if (options.explain !== undefined) return printExplanation(options.explain, history, options, terminal)
  if (options.next) return printVersion(history, options, terminal)
  return printText(history, options, format, terminal)
}

/** Reads the activity of a repository, which takes seconds for a long history. */
async function readHistory(options: Options, format: Format, terminal: Terminal): Promise<GitActivity> {
  const { repo = '.', from, to, since, release, package: part, explain, next, prepend } = options
  using progress = startProgress(terminal)
  progress.show('Reading the history')
  return await readGitActivity({
    path: repo,
    from,
    to,
    since,
    unreleased: options.unreleased || (next && (from ?? since) === undefined),
    release,
    package: part,
    about: explain,
    // Finding new contributors takes longer than everything else, so only published changelogs do it.
    newcomers: format === 'github-release' || prepend !== undefined,
  })
}

function warnOfHistory(history: GitActivity, { packages }: Options, terminal: Terminal) {
  const { name, isNameGuessed, isShallow, untagged } = history
  if (isShallow)
    terminal.warn(
      'This is a shallow clone, so older history may be missing. To get it, run git fetch --unshallow.',
    )
  if (isNameGuessed) terminal.warn(`The product name is ${name}. To change it, set product in .herald.toml.`)
  if (untagged && !packages) terminal.warn(`${untagged}. Use --since 90d or --from REF for another range.`)
}

/** Prints where the changelog places a commit, and why. */
async function printExplanation(ref: string, history: GitActivity, options: Options, terminal: Terminal) {
  const { activity, name } = history
  const { explainCommit, renderWhy } = await import('../changelog/why.ts')
  const sha = await resolveCommit(options.repo ?? '.', ref)
  const why = explainCommit(draftChangelog([activity], name), sha)
  if (why) return options.json ? printJson(terminal, why) : terminal.print(renderWhy(why))
  throw new OperatorError(
    `${ref} is not in the range from ${activity.from ?? 'the beginning'} to ${activity.to}.`,
  )
}

/** Prints the next version, and with `--bump` writes it into the manifest. */
async function printVersion(history: GitActivity, options: Options, terminal: Terminal) {
  const { activity, name, lastVersion } = history
  const { repo = '.', bump, packages, json } = options
  const { printNext } = await import('./changelog-next.ts')
  const manifest = bump ? await findManifest(repo, activity) : null
  const changelog = writeDraft(activity, sortChanges(history, terminal), {})
  await printNext(changelog, {
    lastVersion,
    rules: activity.rules,
    manifest,
    packageName: packages ? name : null,
    json,
    terminal,
  })
}

/** The manifest that the project names, of the repository or of the package. */
async function findManifest(repo: string, { rules, folder = '' }: Activity): Promise<string> {
  if (rules?.manifest === undefined)
    throw new OperatorError(
      '--bump requires the manifest with the version: manifest = "package.json" in .herald.toml.',
    )
  return fileInside((await openRepository(repo)).path, join(folder, rules.manifest))
}

/** Prints the changelog, or writes it to the file of `--output` or `--prepend`. */
async function printText(history: GitActivity, options: Options, format: Format, terminal: Terminal) {
  const { activity } = history
  const { output, prepend, after, all, packages, template } = options
  const isShortened =
    !all && (prepend ?? template) === undefined && (format === 'markdown' || format === 'html')
  const draft = sortChanges(history, terminal)
  const changelog = writeDraft(activity, draft, {
    quotes: await readQuotes(history.place, draft.placed),
    isWhole: !isShortened,
    maxLines: isShortened ? maxLines : undefined,
  })
  if (changelog.skipped !== null && packages) return
  if (changelog.skipped !== null && format !== 'json') return terminal.warn(changelog.skipped)
  if (prepend !== undefined) return prependTo(prepend, changelog, { after, terminal })
  if (changelog.skipped === null && changelog.hidden > 0)
    terminal.warn(`Only the most important changes are shown; --all lists ${changelog.hidden} more.`)
  const text = template === undefined ? await render(changelog, format) : await fill(template, changelog)
  if (output === undefined) return terminal.print(text)
  await write(output, `${text}\n`)
}

async function fill(template: string, changelog: Changelog): Promise<string> {
  const { renderTemplate } = await import('./templates/render-template.ts')
  return renderTemplate(template, changelog)
}

/** Sorting reads each change three times: to join its commits, to name it, and to place it. */
const sortingSteps = 3
/** Memory of a long history is freed this often; by itself the engine waits until it has doubled. */
const stepsPerCollection = 2_000

/** Sorts the changes of a history and shows the progress. */
function sortChanges({ activity, name }: GitActivity, terminal: Terminal): Draft {
  const { length } = activity.commits
  const work = draftInSlices([activity], name)
  using progress = startProgress(terminal)
  for (let steps = 0; ; steps++) {
    const step = work.next()
    if (step.done) return step.value
    if (length > stepsPerCollection && steps % stepsPerCollection === 0) Bun.gc(true)
    progress.show(`Sorting ${count(length, 'commit')}`, steps / (sortingSteps * length))
  }
}
