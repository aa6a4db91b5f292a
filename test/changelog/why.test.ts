import { expect, test } from 'bun:test'
import { draftChangelog } from '../../src/changelog/draft.ts'
import { explainCommit, renderWhy } from '../../src/changelog/why.ts'
import { activity, line } from './activities.ts'

const explain = (...messages: string[]) => {
  const commits = line(...messages)
  const newest = commits.at(-1)
  return explainCommit(draftChangelog([activity(commits)]), newest?.sha ?? '')
}

test('each rule that applied is listed in order', () => {
  expect(explain('fix(etag): compare weak tags (#12)')?.rules).toEqual([
    'It is pull request #12, of one commit.',
    'Its files are not known.',
    'Its scope "etag" names the area etag.',
    'Its type is fix.',
    'So it is filed under Bug Fixes.',
    'It does not qualify as a highlight.',
  ])
})

test('a highlight has its theme and weight, and whether it breaks', () => {
  const why = explain('feat!: drop the export endpoints (#7)')
  expect(why?.entry).toMatchObject({ placement: 'highlight', breaking: true })
  expect(why?.rules).toContain('Its author marks it with an exclamation mark.')
  expect(why?.rules.at(-1)).toMatch(
    /^It may be a highlight for breaking, with a weight of \d+\.\d, and is among the first five\.$/,
  )
})

test('a change that missed the highlights has the one reason', () => {
  const oldest = (...messages: string[]) => {
    const commits = line(...messages)
    return explainCommit(draftChangelog([activity(commits)]), commits[0]?.sha ?? '')?.rules.at(-1)
  }
  expect(oldest(...Array.from({ length: 6 }, (_, index) => `feat: add mode ${index}`))).toMatch(
    /^It may be a highlight for feature, with a weight of \d+\.\d, but five other changes came first\.$/,
  )
  expect(oldest('feat(ui): add mode 1', 'feat(ui): add mode 2', 'feat(ui): add mode 3')).toMatch(
    /, but ui already has two highlights\.$/,
  )
})

test('an omitted change has the reason', () => {
  const why = explain('feat: add exports', 'chore: tidy')
  expect(renderWhy(why as NonNullable<typeof why>)).toMatch(
    /^[0-9a-f]{7} {2}Tidy\nOmitted: It is an internal change\.\n\n1\. It is a commit without a pull request\.\n(?:\d\. .+\n)+\d\. It is an internal change\.$/,
  )
})

test('a commit of another range has no explanation', () => {
  const [commit] = line('fix: keep order')
  const other = 'f'.repeat(40)
  expect(explainCommit(draftChangelog([activity(commit ? [commit] : [])]), other)).toBeNull()
})
