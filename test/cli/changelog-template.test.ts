import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { renderTemplate } from '../../src/cli/templates/render-template.ts'
import { line, written } from '../changelog/activities.ts'

const changelog = written(
  line(
    'feat(ui)!: remove the option `--old` (#1)',
    'feat(ui): add *bold* tabs (#2)',
    'fix: keep the order of rows',
    'chore: tidy',
  ),
  { from: 'v1.0.0', to: 'v1.1.0' },
)
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'herald-template-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function fill(text: string): Promise<string> {
  await Bun.write(join(folder, 'own.hbs'), text)
  return renderTemplate(join(folder, 'own.hbs'), changelog)
}

test('keep-a-changelog has the sections of that format', async () => {
  expect(await renderTemplate('keep-a-changelog', changelog)).toBe(`## [1.1.0] - 2026-11-02

### Added

- **ui:** Add \\*bold\\* tabs (#2)

### Removed

- **ui:** **Breaking:** Remove the option \`--old\` (#1)

### Fixed

- Keep the order of rows`)
})

test('by-area groups changes by area, with links', async () => {
  const text = await renderTemplate('by-area', changelog)
  expect(text).toStartWith('# App 1.1.0\n\nApp 1.1.0 ')
  expect(text).toContain(
    '## ui\n\n- **Breaking:** Remove the option `--old` ([#1](https://github.com/acme/app/pull/1))',
  )
  expect(text).toContain('## General\n\n- Keep the order of rows ([')
})

test('announcement has the highlights and what breaks', async () => {
  const text = await renderTemplate('announcement', changelog)
  expect(text).toContain('• ui: Add \\*bold\\* tabs')
  expect(text).toContain('Before you upgrade:\n• Remove the option `--old`')
  expect(text).not.toContain('• Keep the order')
})

test('a file may use every entry, and the reason of each omitted one', async () => {
  expect(await fill('{{#each omitted}}{{title}}: {{reason}}{{/each}}')).toBe(
    'Tidy: It is an internal change.',
  )
})

test('a template cannot reach code, and a fault in one is reported in a sentence', async () => {
  for (const path of ['title.constructor.name', '__proto__.constructor', 'constructor.constructor'])
    await expect(fill(`{{#each entries}}{{${path}}}{{/each}}`)).rejects.toThrow(/not defined/)
  await expect(fill('{{#each entries}}')).rejects.toThrow(
    /own\.hbs is not a template that Herald can fill: Parse error/,
  )
  await expect(fill('{{unknown}}')).rejects.toThrow(
    /is not a template that Herald can fill: "unknown" not defined/,
  )
  await expect(renderTemplate('missing.hbs', changelog)).rejects.toThrow(
    'There is no template missing.hbs. Name a file, or one of keep-a-changelog, by-area, announcement.',
  )
})

test('a template is a file of limited size', async () => {
  await expect(renderTemplate('/dev/zero', changelog)).rejects.toThrow('is not a template')
  await expect(renderTemplate('constructor', changelog)).rejects.toThrow('There is no template constructor.')
})
