import { describe, expect, test } from 'bun:test'
import { proposeVersion } from '../../src/changelog/next-version.ts'
import { ledgerOf, line } from './activities.ts'

const next = (previous: string | null, ...messages: string[]) =>
  proposeVersion(previous, ledgerOf(line(...messages)))
const [breaking, feature, fix] = [
  'feat!: rename the export flag',
  'feat: add exports',
  'fix: keep the order of rows',
]

describe('the next version', () => {
  test.each([
    ['v1.2.3', [breaking, feature, fix], '2.0.0', 'major'],
    ['v1.2.3', [feature, fix], '1.3.0', 'minor'],
    ['v1.2.3', [fix], '1.2.4', 'patch'],
    ['v0.2.3', [breaking, fix], '0.3.0', 'minor'],
    ['v0.2.3', [feature, fix], '0.3.0', 'minor'],
    ['v0.2.3', [fix], '0.2.4', 'patch'],
    ['@acme/courier@1.2.3', [fix], '1.2.4', 'patch'],
    ['1.2', [feature], '1.3.0', 'minor'],
    ['v2.0.0-rc.1', [fix], '2.0.0', null],
    [null, [feature], '0.1.0', null],
  ] as const)('after %p with %j is %s', (previous, messages, version, step) => {
    expect(next(previous, ...messages)).toMatchObject({ version, previous, step })
  })

  test('is proposed with the changes that ask for it', () => {
    expect(next('v1.2.3', feature, fix)).toMatchObject({
      because: 'A minor step from 1.2.3 for one new feature or enhancement',
      changes: [{ title: 'Add exports' }],
    })
    expect(next('v0.2.3', feature)?.because).toBe(
      'A minor step from 0.2.3 for one new feature or enhancement',
    )
    expect([next('v1.2.3', fix)?.because, next('v1.2.3', fix, 'fix: sort rows by name')?.because]).toEqual([
      'A patch step from 1.2.3 for one change, which is neither breaking nor a new feature',
      'A patch step from 1.2.3 for two changes, none of which is breaking or a new feature',
    ])
    expect(next('v0.2.3', breaking)?.because).toBe(
      'A minor step from 0.2.3 for one breaking change; before 1.0 a breaking change raises the second number',
    )
  })

  test('raises the third number for features before 1.0 if the project says so', () => {
    const ledger = ledgerOf(line(feature, fix))
    expect(proposeVersion('v0.2.3', ledger, 'patch')).toMatchObject({ version: '0.2.4', step: 'patch' })
    expect(proposeVersion('v1.2.3', ledger, 'patch')).toMatchObject({ version: '1.3.0', step: 'minor' })
  })

  test('is unknown after a ref that is not a version, and without a reported change', () => {
    expect(next('main', fix)).toBeNull()
    expect(next('v1.0.0', 'chore: tidy')).toBeNull()
  })
})
