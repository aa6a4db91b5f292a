import { join } from 'node:path'
import { Glob } from 'bun'
import { everywhere, inProduct, type Refused } from './phrases.ts'
import { readTexts } from './texts.ts'

const root = join(import.meta.dir, '../..')

/** Each use of a refused phrase in the code below some folders and in the manual, as `file:line: "phrase" in ...`. */
export async function findPhrases(patterns: string[]): Promise<string[]> {
  const found: string[] = []
  for (const pattern of patterns) {
    for await (const path of new Glob(pattern).scan(root)) {
      const source = await Bun.file(join(root, path)).text()
      if (path.endsWith('.md')) {
        for (const [at, line] of source.split('\n').entries())
          found.push(...search(`${path}:${at + 1}`, line, everywhere))
      } else {
        for (const { kind, line, text } of readTexts(path, source))
          found.push(
            ...search(
              `${path}:${line}`,
              text,
              kind === 'string' ? [...everywhere, ...inProduct] : everywhere,
            ),
          )
      }
    }
  }
  return found.sort()
}

function search(place: string, text: string, refused: Refused[]): string[] {
  return refused.flatMap(({ phrase, instead }) => {
    const match = phrase.exec(text)
    if (!match) return []
    const around = text.slice(Math.max(0, match.index - 60), match.index + match[0].length + 60)
    return [`${place}: "${match[0].slice(0, 40)}" (${instead}) in: ${around}`]
  })
}

if (import.meta.main) {
  const found = await findPhrases(Bun.argv.slice(2))
  console.log(found.join('\n'))
  console.log(`${found.length} refused phrases`)
}
