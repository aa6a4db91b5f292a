import type { ProjectRules } from '../changelog/activity.ts'
import type { Changelog } from '../changelog/changelog.ts'
import { type NextVersion, proposeVersion } from '../changelog/next-version.ts'
import { readVersionOf } from '../codehost/version-commits.ts'
import { compareVersions, readVersion } from '../codehost/versions.ts'
import { setVersion } from '../codehost/write-version.ts'
import { OperatorError } from '../errors.ts'
import { write } from './changelog-output.ts'
import { printJson, type Terminal } from './command.ts'

type Options = {
  /** Null if there is none. */
  lastVersion: string | null
  rules?: ProjectRules
  /** The file to write the version into. */
  manifest: string | null
  /** The package, if there are several. */
  packageName: string | null
  json: boolean
  terminal: Terminal
}

/** Prints the next version, and the reasons on stderr. Writes it into the manifest, if there is one. */
export async function printNext(changelog: Changelog, options: Options): Promise<void> {
  const { lastVersion, rules, manifest, packageName, json, terminal } = options
  const { skipped } = changelog
  if (skipped !== null) {
    if (packageName !== null) return
    if (!json) return terminal.warn(skipped)
    return printJson(terminal, {
      version: null,
      previous: lastVersion,
      step: null,
      because: skipped,
      changes: [],
    })
  }
  const next = proposeVersion(lastVersion, changelog.ledger, rules?.earlyFeatures)
  if (next === null)
    throw new OperatorError(`${lastVersion} is not a version. Use --from TAG to name the last version.`)
  if (manifest !== null && packageName !== null && !(await Bun.file(manifest).exists()))
    terminal.warn(`${packageName} has no ${manifest}.`)
  else if (manifest !== null) await bump(manifest, next.version, terminal)
  // One line for each package, so that a script reads them as they come.
  if (json && packageName !== null) return terminal.print(JSON.stringify({ package: packageName, ...next }))
  if (json) return printJson(terminal, next)
  terminal.print(packageName === null ? next.version : `${packageName} ${next.version}`)
  explain(next, terminal)
}

function explain({ because, changes }: NextVersion, terminal: Terminal) {
  terminal.warn(`${because}.`)
  const shown = changes.slice(0, maxReasons)
  for (const { number, title } of shown) terminal.warn(`- ${number === null ? '' : `#${number} `}${title}`)
  const hidden = changes.length - shown.length
  if (hidden > 0) terminal.warn(`- And ${hidden} more; --json lists all.`)
}

const maxReasons = 10

/** Writes a version into a manifest, unless it has the same or a newer one. */
async function bump(file: string, version: string, terminal: Terminal) {
  if (!(await Bun.file(file).exists()))
    throw new OperatorError(
      `${file} does not exist. Name the file with the version as manifest in .herald.toml.`,
    )
  const text = await Bun.file(file).text()
  const current = readVersionOf(file.replace(/^.*[/\\]/, ''), text)
  const changed = setVersion(file, text, version)
  if (current === null || changed === null)
    throw new OperatorError(
      `${file} has no version that Herald can change. Herald can change package.json, Cargo.toml, pyproject.toml, composer.json, a gemspec and VERSION.`,
    )
  if (current === version) return terminal.warn(`${file} has ${version} already.`)
  if (compareVersions(readVersion(current), readVersion(version)) > 0)
    throw new OperatorError(`${file} has ${current}, which is newer than ${version}. Tag that version first.`)
  await write(file, changed)
}
