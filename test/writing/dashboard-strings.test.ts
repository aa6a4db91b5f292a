import { expect, test } from 'bun:test'
import { basename, join } from 'node:path'
import ts from '@typescript/typescript6'
import { findDisplayedTexts, parse } from './displayed-texts.ts'

const root = join(import.meta.dir, '../../src/dashboard')

/** Files with texts that are no part of the dashboard. The list may only get shorter. */
const exceptions = [
  // Headings of a changelog, which it writes into the post.
  'content/post/ledger/restore-entry.ts',
]

const isTexts = (path: string) => basename(path) === 'strings.ts' || path === 'kit/english.ts'
const paths = [...new Bun.Glob('**/*.{ts,tsx}').scanSync(root)]
  .filter((path) => !path.endsWith('.d.ts'))
  .sort()
const files = await Promise.all(
  paths.map(async (path) => ({ path, file: parse(path, await Bun.file(join(root, path)).text()) })),
)
const found = files
  .filter(({ path }) => !isTexts(path))
  .flatMap(({ path, file }) => findDisplayedTexts(file).map(({ line, text }) => ({ path, line, text })))

test('the texts of a page are in the strings.ts of its folder', () => {
  const wrong = found.filter(({ path }) => !exceptions.includes(path))
  expect(wrong.map(({ path, line, text }) => `${path}:${line}: ${text}`)).toEqual([])
  expect([...new Set(found.map(({ path }) => path))]).toEqual(exceptions)
})

test('strings.ts is imported by files next to it, as a whole or by the name strings', () => {
  for (const { path, file } of files)
    for (const statement of file.statements)
      if (ts.isImportDeclaration(statement) && /strings\.ts'$/.test(statement.getText()))
        expect([path, statement.getText()]).toEqual([
          path,
          expect.stringMatching(
            /^import (?:\* as strings|\{[^}]*\bstrings\b[^}]*\}) from '\.\/strings\.ts'$/,
          ),
        ])
})

const textsIn = (source: string) => findDisplayedTexts(parse('a.tsx', source)).map(({ text }) => text)

test('displayed are texts of elements, labels, messages, names of columns, and plurals', () => {
  for (const [source, text] of [
    ['const a = <p>Read this</p>', 'Read this'],
    ['const a = <p>{isOpen ? <b /> : "closed"}</p>', 'closed'],
    ['const a = <Field label="url" />', 'url'],
    ['const a = <Button busy={saves && "Saving"} />', 'Saving'],
    ['const columns = [{ head: "Name" }]', 'Name'],
    ['toast(name + " saved")', 'saved'],
    ['const title = "New post"', 'New post'],
    ['const text = () => "It was deleted."', 'It was deleted.'],
    ['throw new Error("Connection lost.")', 'Connection lost.'],
    ['const noun = count === 1 ? "post" : ""', 'post'],
  ] as const)
    expect([source, textsIn(source)]).toEqual([source, [text]])
})

test('not displayed are classes, addresses, keys and values to compare with', () => {
  for (const source of [
    'const a = <p className="row flex gap-2" id="one" />',
    'const a = <a href="/a b" rel="noreferrer">{" "}</a>',
    'const belowTitle = "ps-7 max-md:ps-0"',
    'if (event.key === "Escape" || text.endsWith("was not found")) go()',
    'const name = kinds["Not found"] ?? fetch(base + "/posts")',
    'const pattern = new RegExp("Not found")',
    'type Tone = "Casual" | "Formal"',
    'const fixes = { "Not found": 1 }',
    'import { Post } from "../Post list.ts"',
    'const a = <kbd>Ctrl K</kbd>',
    'const a = <p>{count} · {strings.page.title}</p>',
  ])
    expect([source, textsIn(source)]).toEqual([source, []])
})
