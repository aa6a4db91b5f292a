import { expect, test } from 'bun:test'
import { setVersion } from '../../src/codehost/write-version.ts'

test.each([
  [
    'package.json',
    '{\n  "dependencies": { "a": "1.2.0" },\n  "version": "1.2.0"\n}\n',
    '{\n  "dependencies": { "a": "1.2.0" },\n  "version": "1.3.0"\n}\n',
  ],
  [
    'crates/a/Cargo.toml',
    '[dependencies]\nb = { version = "1.2.0" }\n\n[package]\nversion = "1.2.0" # ours\n',
    '[dependencies]\nb = { version = "1.2.0" }\n\n[package]\nversion = "1.3.0" # ours\n',
  ],
  ['pyproject.toml', '[project]\nversion = "1.2.0"\n', '[project]\nversion = "1.3.0"\n'],
  ['acme.gemspec', 's.version = "1.2.0"\n', 's.version = "1.3.0"\n'],
  ['VERSION', '1.2.0\n', '1.3.0\n'],
])('the version of %s is replaced, and nothing else', (file, text, changed) => {
  expect(setVersion(file, text, '1.3.0')).toBe(changed)
})

test('a file without a version of its own is not changed', () => {
  expect(setVersion('package.json', '{"dependencies":{"a":"1.2.0"}}', '1.3.0')).toBeNull()
  expect(setVersion('notes.md', 'Version 1.2.0', '1.3.0')).toBeNull()
})
