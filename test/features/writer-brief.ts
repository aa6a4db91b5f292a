import type { Activity } from '../../src/changelog/activity.ts'
import type { WritingBrief } from '../../src/features/generation/prompt.ts'
import type { Voice } from '../../src/writer/voice.ts'
import { activity, commit, pullRequest, sha } from '../changelog/activities.ts'

export const voice: Voice = {
  companyName: 'Acme',
  companyDescription: 'Tools for busy teams.',
  toneProfile: 'Casual',
  customTone: 'Dry humour.',
  language: 'French',
  audience: 'Developers of web shops',
  customInstructions: 'Never mention the weather.',
}

/** Pull requests by number with their titles and bodies, newest last, each squashed. */
export function pulls(
  titles: (string | [title: string, body: string])[],
  more: Partial<Activity> = {},
): Activity {
  const told = titles.map((each, index) => {
    const [title, body] = typeof each === 'string' ? [each, null] : each
    return { number: index + 1, title, body, name: `p${index + 1}` }
  })
  return activity(
    told.map(({ name, title, number }) => commit(name, `${title} (#${number})`)),
    {
      pullRequests: told.map(({ number, title, body, name }) =>
        pullRequest(number, title, { body, mergeCommitSha: sha(name) }),
      ),
      ...more,
    },
  )
}

export const fewPulls = pulls([
  ['feat: stream exports', 'Rows are sent as they are read, 40% sooner than before.'],
  ['fix: stop a crash at start', 'An empty configuration no longer ends the process.'],
  ['feat: add dark mode', 'Follows the setting of the system.'],
  'docs: add a self-hosting guide',
  'Bump lodash from 4.17.20 to 4.17.21',
])

export const manyPulls = pulls([
  'feat: stream exports',
  'feat: add dark mode',
  'feat: add keyboard shortcuts',
  'feat: add an audit log',
  'feat: add webhooks',
  'feat: add an import of spreadsheets',
  'fix: stop a crash at start',
  'fix: reject forged webhooks',
  'feat!: page with cursors',
  'perf: cache the list',
  'docs: add a self-hosting guide',
])

export function briefOf(activities: Activity | Activity[], more: Partial<WritingBrief> = {}): WritingBrief {
  return {
    organizationId: 'acme',
    contentType: 'changelog',
    activities: [activities].flat(),
    voice: null,
    instructions: null,
    skill: null,
    humanizer: null,
    today: new Date('2026-03-04T12:00:00Z'),
    ...more,
  }
}

/** Steps as the runner stores them: a finished step returns the stored JSON. */
export function createSteps() {
  const stored = new Map<string, string>()
  const step = async <T>(name: string, act: () => Promise<T>): Promise<T> => {
    const before = stored.get(name)
    if (before !== undefined) return JSON.parse(before)
    const result = await act()
    stored.set(name, JSON.stringify(result ?? null))
    return result
  }
  return { step, names: () => [...stored.keys()] }
}

export function words(count: number): string {
  const some = 'This release makes daily work calmer because exports and screens answer sooner and'.split(' ')
  const text = Array.from({ length: count }, (_, index) => some[index % some.length]).join(' ')
  return `${text}.`
}

/** An acceptable post of about 800 characters. */
export const linkedinText = [
  'Your exports no longer make you wait.',
  'Neither does your start screen.',
  words(110),
].join('\n')
