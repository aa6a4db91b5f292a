import { expect, test } from 'bun:test'
import { intentOf } from '../../src/dashboard/prompts/intent.ts'
import { rawId, storedId } from '../../src/dashboard/prompts/stored-id.ts'
import { readTags } from '../../src/dashboard/prompts/tags.ts'

// What the page of prompts makes of what it reads, without a browser.

test.each([
  ['acme vs beta for release notes', 'comparison'],
  ['alternatives to Beta', 'comparison'],
  ['how to compare changelog tools', 'comparison'],
  ['how do I write release notes', 'how_to'],
  ['a guide to release notes', 'how_to'],
  ['best changelog tools', 'list'],
  ['which changelog server can I host myself', 'list'],
  ['what is a changelog', 'question'],
  ['changelogs, are they read?', 'question'],
  ['changelog for developer tools that I host', 'list'],
  ['changelog as a service', 'other'],
] as const)('"%s" is asked with the intent %s', (prompt, intent) => {
  expect(intentOf(prompt)).toBe(intent)
})

test('tags are parted by commas, in lower case, and each is there once', () => {
  expect(readTags(' Buying , hosting,,buying')).toEqual(['buying', 'hosting'])
})

test('an own prompt is stored by its id with a prefix, a proposed one by its name', () => {
  expect(storedId({ id: 'a', source: 'custom' })).toBe('custom-a')
  expect(storedId({ id: 'best-tools', source: 'auto' })).toBe('best-tools')
  expect([rawId('custom-a'), rawId('best-tools')]).toEqual(['a', 'best-tools'])
})
