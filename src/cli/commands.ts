import type { TrackerAdapter } from '../tracker/adapter.ts'
import { trackerAdapters } from '../tracker/adapters.ts'
import type { Command } from './command.ts'

/** Loads the files of the command line, by the first word of their commands, in the order of the help. */
export type Nouns = Record<string, () => Promise<{ commands: Command[] }>>

const readTracker = async (adapter: TrackerAdapter) => ({
  commands: (await import('./tracker.ts')).trackerCommands(adapter),
})

/**
 * All commands, by the headings of the help. Files are loaded on first use: `changelog` does not load the server's
 * modules.
 */
export const groups: Record<string, Nouns> = {
  Server: {
    serve: () => import('./serve.ts'),
    setup: () => import('./setup.ts'),
    init: () => import('./init.ts'),
    demo: () => import('./demo/demo.ts'),
    migrate: () => import('./migrate.ts'),
    health: () => import('./health.ts'),
    doctor: () => import('./doctor.ts'),
    backup: () => import('./backup.ts'),
    restore: () => import('./restore.ts'),
    upgrade: () => import('./upgrade.ts'),
    rollback: () => import('./rollback.ts'),
    runs: () => import('./runs.ts'),
  },
  'Changelogs and posts': {
    changelog: () => import('./changelog.ts'),
    post: () => import('./post.ts'),
    publish: () => import('./publish.ts'),
  },
  Visibility: {
    readiness: () => import('./readiness.ts'),
    engines: () => import('./engines.ts'),
    traffic: () => import('./traffic.ts'),
  },
  'Organizations and access': {
    org: () => import('./org.ts'),
    user: () => import('./user.ts'),
    key: () => import('./key.ts'),
    secrets: () => import('./secrets.ts'),
  },
  Sources: {
    repo: () => import('./repo.ts'),
    webhook: () => import('./webhook.ts'),
    ...Object.fromEntries(trackerAdapters.map((adapter) => [adapter.provider, () => readTracker(adapter)])),
  },
  'Chat and agents': {
    chat: () => import('./chat.ts'),
    feedback: () => import('./feedback.ts'),
    mcp: () => import('./mcp.ts'),
  },
  'This program': {
    version: () => import('./version.ts'),
    completion: async () => ({
      commands: [(await import('./completion.ts')).createCompletion(() => readCommands(nouns))],
    }),
  },
}

export const nouns: Nouns = Object.assign({}, ...Object.values(groups))

/** Former names of commands, which still work, with the current names. */
export const formerNames: Record<string, string> = { jobs: 'runs', 'traffic forget': 'traffic delete' }

/** The commands of the given files, in order. */
export async function readCommands(nouns: Nouns): Promise<Command[]> {
  const files = await Promise.all(Object.values(nouns).map((read) => read()))
  return files.flatMap(({ commands }) => commands)
}
