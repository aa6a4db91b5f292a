import { expect, test } from 'bun:test'
import { listStarters, type StarterFacts } from '../../src/dashboard/agents/chats/starters.ts'
import { starters } from '../../src/dashboard/agents/chats/strings.ts'

const nothing = { drafts: [], newFeedback: { count: 0, groups: [] }, visibility: null }
const visibility = (gaps: number, n: number) =>
  ({ projectId: 'project', days: 30, gaps, brand: { n }, scan: null }) as unknown as NonNullable<
    StarterFacts['home']['visibility']
  >

test('chats start with questions about gaps, feedback and drafts, then about repositories', () => {
  const report = { id: 'r', kind: 'bug' as const, title: 'Export fails', total: 2 }
  const drafts = [{ title: 'Acme 1.4' }] as StarterFacts['home']['drafts']
  const home = { drafts, newFeedback: { count: 3, groups: [report] }, visibility: visibility(4, 90) }
  expect(listStarters({ repositories: ['app', 'site'], home })).toEqual([
    starters.gapsToWrite(4),
    starters.triage(3),
    starters.finishDraft('Acme 1.4'),
    starters.listChanges('app'),
    starters.draftChangelog('site'),
  ])
})

test('chats of a project without gaps start with its mention rate, once there are answers', () => {
  const of = (n: number) =>
    listStarters({ repositories: [], home: { ...nothing, visibility: visibility(0, n) } })
  expect(of(40)).toEqual([starters.mentionRate(30)])
  expect(of(0)).toEqual([])
})

test('chats of an organization with repositories only start with their changes', () => {
  expect(listStarters({ repositories: ['app'], home: nothing })).toEqual([
    starters.listChanges('app'),
    starters.draftChangelog('app'),
    starters.listPullRequests('app'),
  ])
})
