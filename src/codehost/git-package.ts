import { kindOfPath, type PathKind } from '../changelog/paths.ts'
import { OperatorError } from '../errors.ts'
import { runGit } from './git-run.ts'

/** A package of a monorepo, with its folder relative to the root. */
export type Package = { name: string; folder: string }

const manifest =
  /(?:^|\/)(?:package\.json|Cargo\.toml|pyproject\.toml|composer\.json|go\.mod|pubspec\.yaml|mix\.exs|[\w.-]+\.(?:gemspec|csproj|fsproj|cabal))$/

/** The packages of a revision in the order of their folders, without examples and test projects. */
export async function listPackages(path: string, revision: string): Promise<Package[]> {
  const folders = [...(await foldersWithManifest(path, revision))].toSorted()
  return folders
    .filter((folder) => !beside.has(kindOfPath(`${folder}/index`)))
    .map((folder) => ({ name: folder.replace(/^.*\//, ''), folder }))
}

const beside = new Set<PathKind>(['example', 'testing', 'site', 'documentation', 'tooling', 'generated'])

async function foldersWithManifest(path: string, revision: string): Promise<Set<string>> {
  const files = (await runGit(path, ['ls-tree', '-r', '-z', '--name-only', revision])).split('\0')
  return new Set(
    files
      .filter((file) => file.includes('/') && manifest.test(file))
      .map((file) => file.replace(/\/[^/]*$/, '')),
  )
}

/**
 * The package that a user names by its folder or its name: `packages/ui`, `ui` or `@acme/ui`. Throws an OperatorError if
 * no folder, or more than one, has that name and a manifest.
 */
export async function findPackage(path: string, revision: string, given: string): Promise<Package> {
  const folders = await foldersWithManifest(path, revision)
  const wanted = given.replace(/^\.\/|\/+$/g, '')
  const name = wanted.replace(/^.*\//, '')
  const found = folders.has(wanted)
    ? [wanted]
    : [...folders].filter((folder) => folder.split('/').at(-1) === name)
  const [folder, ...others] = found
  if (folder === undefined)
    throw new OperatorError(`There is no package ${given} in ${path}. A package is a folder with a manifest.`)
  if (others.length > 0)
    throw new OperatorError(
      `Several folders are named ${name}: ${found.slice(0, 5).join(', ')}. Name one of them.`,
    )
  return { name: wanted.startsWith('@') ? wanted : name, folder }
}
