import { describe, expect, test } from 'bun:test'
import { dirname, join, relative } from 'node:path'
import ts from '@typescript/typescript6'

// Rules for the dashboard's sources that no compiler checks.

const root = join(import.meta.dir, '../../src/dashboard')
const sources = await readSources()

type Source = { file: string; text: string; tree: ts.SourceFile }

async function readSources(): Promise<Source[]> {
  const read: Source[] = []
  for await (const path of new Bun.Glob('**/*.{ts,tsx}').scan({ cwd: root, absolute: true })) {
    const text = await Bun.file(path).text()
    const kind = path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
    const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind)
    read.push({ file: relative(root, path), text, tree })
  }
  return read.sort((one, other) => one.file.localeCompare(other.file))
}

/** The results of `find` for the nodes of all sources, each with its location. */
function inSources(find: (node: ts.Node, source: Source) => string | null): string[] {
  return sources.flatMap((source) => {
    const found: string[] = []
    const visit = (node: ts.Node) => {
      const said = find(node, source)
      const line = source.tree.getLineAndCharacterOfPosition(node.getStart(source.tree)).line + 1
      if (said !== null) found.push(`${source.file}:${line} ${said}`)
      ts.forEachChild(node, visit)
    }
    visit(source.tree)
    return found
  })
}

/** Visible text: text between tags, and strings that look like words. */
function copyIn(node: ts.Node): string | null {
  if (ts.isJsxText(node)) return node.text.trim() || null
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateHead(node) && !ts.isTemplateMiddleOrTemplateTail(node))
    return null
  const isPath = /^[./]/.test(node.text) || ts.isImportDeclaration(node.parent)
  return isPath || !/[a-z]{2}/i.test(node.text) ? null : node.text
}

const attribute = (node: ts.Node) => (ts.isJsxAttribute(node) ? node.name.getText() : null)

test('there is something to look at', () => {
  expect(sources.length).toBeGreaterThan(40)
  expect(inSources(copyIn).length).toBeGreaterThan(200)
})

describe('the words', () => {
  test('ask nothing: a button says what it does, and a title what is there', () => {
    expect(inSources((node) => (/[\w)”"']\?(\s|$)/.test(copyIn(node) ?? '') ? copyIn(node) : null))).toEqual(
      [],
    )
  })

  test('do not shout, and wink at nobody', () => {
    const loud = /\w!(\s|$)|\p{Extended_Pictographic}/u
    expect(inSources((node) => (loud.test(copyIn(node) ?? '') ? copyIn(node) : null))).toEqual([])
  })
})

describe('the looks', () => {
  const colour =
    /(?:[[:(\s,'"`]|^)(?:#(?:[0-9a-f]{8}|[0-9a-f]{6})\b|(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\()|\[#[0-9a-f]{3,4}\]/i
  const palette =
    /\b(?:bg|text|border|fill|stroke|ring|outline|from|via|to|accent|caret|shadow)-(?:white|black|[a-z]+-(?:50|[1-9]00|950))\b/

  test('have their colors from src/look alone', async () => {
    const found = sources.flatMap(({ file, text }) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          colour.test(line) || palette.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [],
        ),
    )
    expect(found).toEqual([])
    expect(await Bun.file(join(root, 'style.css')).text()).not.toMatch(colour)
  })

  test('are in classes: the policy of the page refuses a style attribute', () => {
    expect(inSources((node) => (attribute(node) === 'style' ? node.getText() : null))).toEqual([])
  })
})

test('HTML is taken as it is in the preview alone, which shows what the server has sanitised', () => {
  const places = inSources((node) => (attribute(node) === 'dangerouslySetInnerHTML' ? '' : null))
  expect(places.filter((place) => !place.startsWith('content/post/preview.tsx:'))).toEqual([])
})

/**
 * Code shared by server and pages: slugs, languages, kinds of answers, messages of chats, categories, matching of changes in a text, sizes
 * of images, services for messages, intents of prompts, CSV, differences of texts, and Markdown.
 */
const shared =
  /^(?:marked|diff)$|\/(organizations\/choose-slug|brand-identities\/languages|engines\/answer-kinds|chats\/message|changelog\/category|changelog\/entry-matching\/[a-z-]+|image\/limits|messages\/service|geo\/prompts\/intent|text\/(write-csv|difference)|markdown\/(escape|site-files|tokens))\.ts$/

/** What a file loads: its own files by their paths, others as they are named. */
const loadedBy = (path: string, text: string) =>
  [...text.matchAll(/^import (?!type ).* from '([^']+)'$/gm)].map(([, name = '']) =>
    name.startsWith('.') ? join(dirname(path), name) : name,
  )

test('of the server the pages load what is shared alone, which loads nothing else itself', async () => {
  const isOfServer = (path: string) => path.startsWith('/') && relative(root, path).startsWith('..')
  const loaded = new Set(
    sources.flatMap(({ file, text }) => loadedBy(join(root, file), text).filter(isOfServer)),
  )
  expect(loaded.size).toBeGreaterThan(0)
  for (const path of loaded) {
    expect(path).toMatch(shared)
    if (!path.startsWith('/')) continue
    for (const other of loadedBy(path, await Bun.file(path).text())) loaded.add(other)
  }
})

test('the server is asked in queries alone, and by the frame of the pages', () => {
  const asking = sources.filter(({ text }) =>
    /import \{[^}]*\b(?:api|ask)\b[^}]*\} from '[./]+(?:data\/)?api\.ts'/.test(text),
  )
  const others = asking.map(({ file }) => file).filter((file) => !/^(data|app)\//.test(file))
  expect(asking.length).toBeGreaterThan(0)
  expect(others).toEqual([])
})
