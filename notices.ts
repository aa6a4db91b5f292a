// Writes NOTICES.txt, the licenses of what the binary holds: bun run notices
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
      entrypoints: [join(root, 'src/dashboard/app/main.tsx')],
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
  {
    name: '@zxcvbn-ts/language-common',
    version: '4.1.3',
    license: 'MIT',
    source: 'https://github.com/zxcvbn-ts/zxcvbn',
    text: [
      'Part of src/common-passwords.txt is from its passwords.json.',
      '',
      'Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc.',
      'Copyright (c) 2021 @zxcvbn-ts',
      '',
      'Permission is hereby granted, free of charge, to any person obtaining',
      'a copy of this software and associated documentation files (the',
      '"Software"), to deal in the Software without restriction, including',
      'without limitation the rights to use, copy, modify, merge, publish,',
      'distribute, sublicense, and/or sell copies of the Software, and to',
      'permit persons to whom the Software is furnished to do so, subject to',
      'the following conditions:',
      '',
      'The above copyright notice and this permission notice shall be',
      'included in all copies or substantial portions of the Software.',
      '',
      'THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND,',
      'EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF',
      'MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND',
      'NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE',
      'LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION',
      'OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION',
      'WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.',
    ].join('\n'),
  },
  {
    name: 'Django',
    version: '5.2.17',
    license: 'BSD-3-Clause',
    source: 'https://github.com/django/django',
    text: [
      'Part of src/common-passwords.txt is from its common-passwords.txt.gz.',
      '',
      'Copyright (c) Django Software Foundation and individual contributors.',
      'All rights reserved.',
      '',
      'Redistribution and use in source and binary forms, with or without modification,',
      'are permitted provided that the following conditions are met:',
      '',
      '    1. Redistributions of source code must retain the above copyright notice,',
      '       this list of conditions and the following disclaimer.',
      '',
      '    2. Redistributions in binary form must reproduce the above copyright',
      '       notice, this list of conditions and the following disclaimer in the',
      '       documentation and/or other materials provided with the distribution.',
      '',
      '    3. Neither the name of Django nor the names of its contributors may be used',
      '       to endorse or promote products derived from this software without',
      '       specific prior written permission.',
      '',
      'THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND',
      'ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED',
      'WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE',
      'DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT OWNER OR CONTRIBUTORS BE LIABLE FOR',
      'ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES',
      '(INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES;',
      'LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON',
      'ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT',
      '(INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS',
      'SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.',
    ].join('\n'),
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

/** The notices as one text; packages that share a license word for word share its place. */
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
const introduction = `Herald's binary holds the packages below, each under its own license, and the Bun runtime
(https://github.com/oven-sh/bun/blob/main/LICENSE.md). This file is written by "bun run notices".
`

if (import.meta.main) await Bun.write(join(root, 'NOTICES.txt'), writeNotices(await findShippedPackages()))
