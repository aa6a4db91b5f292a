// Writes NOTICES.txt, the licences of what the binary holds: bun run notices
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = import.meta.dir

export type Package = { name: string; version: string; license: string; source: string; text: string }

/** The packages whose files end up in the binary, by name: what the bundler reads, not what happens to be installed. */
export async function findShippedPackages(): Promise<Package[]> {
  const define = { 'process.env.NODE_ENV': '"production"' }
  const parts = await Promise.all([
    // Tailwind makes the stylesheets when the binary is built; of it nothing but they is carried.
    Bun.build({
      entrypoints: [join(root, 'src/main.ts')],
      target: 'bun',
      define,
      metafile: true,
      external: ['bun-plugin-tailwind'],
    }),
    Bun.build({
      entrypoints: [join(root, 'src/dashboard/main.tsx')],
      target: 'browser',
      define,
      metafile: true,
    }),
  ])
  const files = parts.flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {}))
  const folders = files.map(packageFolderOf)
  const packages = [...new Set(folders)].filter((folder) => folder !== undefined).map(readPackage)
  packages.push(...copied)
  const byName = new Map(packages.map((each) => [`${each.name} ${each.version}`, each]))
  return [...byName.keys()].sort().map((key) => byName.get(key) as Package)
}

/** What files of ours were taken from. */
const copied: Package[] = [
  {
    name: 'popular-english-words',
    version: '1.0.2',
    license: 'ISC',
    source: 'https://github.com/tkoop/popular-english-words',
    text: 'Licensed under ISC, as its package.json says. By Tim Koop. The English words of src/mentions/ordinary-words.txt are from it.',
  },
]

/** The folder of the package that a file is of; what a package carries inside without a package.json is its own. */
function packageFolderOf(file: string): string | undefined {
  const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []
  if (!folder || existsSync(join(root, folder, 'package.json'))) return folder
  return packageFolderOf(folder.slice(0, folder.lastIndexOf('/node_modules/')))
}

function readPackage(folder: string): Package {
  const path = join(root, folder)
  const { name, version, license, author, repository, homepage } = JSON.parse(
    readFileSync(join(path, 'package.json'), 'utf8'),
  )
  const files = readdirSync(path).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
  const texts = files.sort().map((file) => readFileSync(join(path, file), 'utf8').replace(/\r/g, '').trim())
  const who = typeof author === 'string' ? author : author?.name
  const stated = [`Licensed under ${license}, as its package.json says.`, who && `By ${who}.`]
  const source = (repository?.url ?? repository ?? homepage ?? '').replace(/^git\+/, '').replace(/\.git$/, '')
  return { name, version, license, source, text: texts.join('\n\n') || stated.filter(Boolean).join(' ') }
}

/** The notices as one text; packages that share a licence word for word share its place. */
export function writeNotices(packages: Package[]): string {
  const groups = Map.groupBy(packages, ({ text }) => text)
  const sections = [...groups].map(([text, group]) => {
    const names = group.map(
      ({ name, version, license, source }) => `${name} ${version} (${license}) ${source}`,
    )
    return [line, ...names, '', text, ''].join('\n')
  })
  return `${introduction}\n${sections.join('\n')}`
}

const line = '-'.repeat(80)
const introduction = `Herald's binary holds the packages below, each under its own licence, and the Bun runtime
(https://github.com/oven-sh/bun/blob/main/LICENSE.md). This file is written by "bun run notices".
`

if (import.meta.main) await Bun.write(join(root, 'NOTICES.txt'), writeNotices(await findShippedPackages()))
