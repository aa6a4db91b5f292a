import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dir, '../..')

/** The pages of the manual, README first, as paths from the root of the repository. */
export const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .sort()
    .map((path) => `docs/${path}`),
]

export const readPage = (path: string) => Bun.file(join(root, path)).text()

/** All pages as one text. */
export async function readManual(): Promise<string> {
  return (await Promise.all(pages.map(readPage))).join('\n')
}

/** The code blocks of a language, in their order. */
export const blocksOf = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, block = '']) => block,
  )
