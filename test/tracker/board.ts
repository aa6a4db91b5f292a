import type { TrackerAdapter } from '../../src/tracker/adapter.ts'
import { TrackerError } from '../../src/tracker/error.ts'

/** A tracker for tests: this adapter is its whole integration. */
export const board: TrackerAdapter = {
  provider: 'board',
  name: 'Board',
  apiUrl: 'https://board.example/api',
  token: { help: 'Use a token that may read.', prefix: 'board_', createUrl: 'https://board.example/tokens' },
  open: async ({ token }) => ({
    async readWorkspace() {
      if (token !== boardToken) throw new TrackerError('unauthorized', 'Board does not accept the token.')
      return { id: 'w1', name: 'Acme', teams: [{ id: 't1', key: 'DEV', name: 'Development' }] }
    },
    readIssues: async ({ since, until }) => ({
      issues: [done].filter(({ closedAt }) => closedAt >= since && closedAt < until),
      note: null,
    }),
    readEnded: async () => ['project Spring'],
  }),
}

export const boardToken = 'board_secret'

const done = {
  provider: 'board',
  id: 'i7',
  identifier: 'DEV-7',
  title: 'Add an export',
  body: 'You can now export every board.',
  url: 'https://board.example/DEV-7',
  labels: ['Feature'],
  project: null,
  estimate: null,
  parentId: null,
  closedAt: new Date('2026-03-03T10:00:00.000Z'),
  branch: null,
  attachments: [],
  setAside: null,
}
