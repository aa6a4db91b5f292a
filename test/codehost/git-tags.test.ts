import { expect, test } from 'bun:test'
import { mainFamily, type Tag, tagAt, tagBefore } from '../../src/codehost/git-tags.ts'

/** Tags, newest first; each name may say after a space at which commit it is. */
const tagsOf = (...names: string[]): Tag[] =>
  names.map((each, at) => {
    const [name = '', sha = `c${at}`] = each.split(' ')
    const committedAt = 1000 - at
    return { name, sha, committedAt, taggedAt: new Date(0), message: null, isPrerelease: false }
  })

const axum = tagsOf(
  'axum-macros-v0.5.1 new',
  'axum-extra-v0.12.6 new',
  'axum-v0.8.9 new',
  'axum-core-v0.5.6',
  'axum-v0.8.8',
)

test.each([
  ['Axum', axum, 'axum'],
  ['Repo', axum, 'axum'],
  ['Courier', tagsOf('ui@2.1.0', 'v1.2.0'), ''],
  ['Courier', tagsOf('ui@2.1.0', 'api@1.2.0'), null],
  ['Courier', tagsOf('v1.2.0', 'v1.1.0'), null],
])('the tags of %s with several families have a main one', (product, tags, family) => {
  expect(mainFamily(tags, product)).toBe(family)
})

test('a range without a tag at its end starts at the newest tag of the main family', () => {
  expect(tagBefore(axum, 'head', null, 'axum')?.name).toBe('axum-v0.8.9')
  expect(tagBefore(axum, 'head', null, null)?.name).toBe('axum-macros-v0.5.1')
})

test('of several tags at the end of a range the one of the main family counts', () => {
  expect(tagAt(axum, 'new', 'axum')?.name).toBe('axum-v0.8.9')
  expect(tagBefore(axum, 'new', tagAt(axum, 'new', 'axum'))?.name).toBe('axum-v0.8.8')
})
