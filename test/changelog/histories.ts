import fc from 'fast-check'
import type { Activity, Commit, PullRequest } from '../../src/changelog/activity.ts'
import { commit, pullRequest, repository, sha } from './activities.ts'
import { weirdText } from './weird-text.ts'

const plainTitle = fc.constantFrom(
  'feat: add dark mode',
  'feat!: page with cursors',
  'Add keyboard shortcuts',
  'fix: stop a crash at start',
  'Fix the label',
  'fix: reject forged webhooks',
  'perf: cache the list',
  'docs: add a guide',
  'docs: fix typo',
  'refactor: replace the storage layer',
  'test: cover the empty list',
  'chore: tidy',
  'chore(release): v1.2.0',
  'build: publish images',
  'Bump lodash from 4.17.20 to 4.17.21',
  'Streaming exports',
)
const title = fc.oneof({ weight: 3, arbitrary: plainTitle }, { weight: 1, arbitrary: weirdText })
const labels = fc.subarray([
  'bug',
  'enhancement',
  'security',
  'documentation',
  'breaking',
  'performance',
  '<b>',
])
const pick = fc.nat({ max: 1_000 })

const step = fc.oneof(
  fc.record({ does: fc.constant('commit' as const), title }),
  fc.record({ does: fc.constant('squash' as const), title, isKnown: fc.boolean(), labels }),
  fc.record({
    does: fc.constant('merge' as const),
    title,
    isKnown: fc.boolean(),
    labels,
    size: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({ does: fc.constant('plain-merge' as const), title, size: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ does: fc.constant('revert' as const), pick, form: fc.constantFrom('sha', 'number', 'title') }),
  fc.record({ does: fc.constant('cherry-pick' as const), pick, isOutside: fc.boolean() }),
  fc.record({ does: fc.constant('claim' as const), pick, size: fc.integer({ min: 0, max: 3 }), title }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const people = [
  { authorName: 'Ana', authorLogin: 'ana' },
  { authorName: 'Bo [x](http://evil.example)', authorLogin: null },
  { authorName: 'dependabot[bot]', authorLogin: 'dependabot[bot]' },
]

/** Histories as repositories have them: merges, squashes, cherry-picks, reverts of reverts, bots and odd texts. */
export const histories: fc.Arbitrary<Activity> = fc
  .record({ steps: fc.array(step, { maxLength: 25 }), isHosted: fc.boolean(), isShuffled: fc.boolean() })
  .map(({ steps, isHosted, isShuffled }) => build(steps, isHosted, isShuffled))

function build(steps: Step[], isHosted: boolean, isShuffled: boolean): Activity {
  const commits: Commit[] = []
  const pullRequests: PullRequest[] = []
  const names: string[] = []
  let main: string[] = []

  const add = (message: string, parents: string[]) => {
    const name = `n${names.length}`
    commits.push(commit(name, message, { parents, ...people[names.length % people.length] }))
    names.push(name)
    return name
  }
  const branch = (size: number) => {
    let tip = main
    for (let index = 0; index < size; index++) tip = [add(`feat: part ${index}`, tip)]
    return tip
  }

  steps.forEach((each, index) => {
    const number = index + 1
    const some = 'pick' in each ? (names[each.pick % Math.max(names.length, 1)] ?? null) : null
    if (each.does === 'commit') main = [add(each.title, main)]
    if (each.does === 'squash') main = [add(`${each.title} (#${number})`, main)]
    if (each.does === 'merge' || each.does === 'plain-merge') {
      const tip = branch(each.size)
      const subject = each.does === 'merge' ? `Merge pull request #${number} from a/b` : "Merge branch 'b'"
      main = [add(`${subject}\n\n${each.title}`, [...main, ...tip])]
    }
    if ('isKnown' in each && each.isKnown) {
      const mergeCommitSha = sha(main[0] ?? '')
      pullRequests.push(
        pullRequest(number, each.title, { labels: each.labels, body: each.title, mergeCommitSha }),
      )
    }
    if (each.does === 'revert' && some) {
      const old = commits.find((made) => made.sha === sha(some))?.message.split('\n')[0]
      const reference = {
        sha: `This reverts commit ${sha(some)}.`,
        number: `Reverts #${number - 1}`,
        title: '',
      }
      main = [add(`Revert "${old}"\n\n${reference[each.form as 'sha']}`, main)]
    }
    if (each.does === 'cherry-pick' && some) {
      const origin = each.isOutside ? sha('outside') : sha(some)
      main = [add(`fix: copy\n\n(cherry picked from commit ${origin})`, main)]
    }
    if (each.does === 'claim' && some) {
      const start = names.indexOf(some)
      const claimed = names.slice(start, start + each.size).map(sha)
      pullRequests.push(pullRequest(number, each.title, { commits: claimed }))
    }
  })

  return {
    repository: isHosted ? repository : null,
    from: null,
    to: 'HEAD',
    commits: isShuffled ? commits.toSorted((a, b) => a.sha.localeCompare(b.sha)) : commits.toReversed(),
    pullRequests,
    releases: [],
  }
}
