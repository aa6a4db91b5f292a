import type { Command } from './command.ts'

/** The files of the command line by the first word of their commands, in the order of the help. */
export type Nouns = Record<string, () => Promise<{ commands: Command[] }>>

/** Every command. A file is read when it is used: `--version` and `changelog` do not wait for what a server needs. */
export const nouns: Nouns = {
  serve: () => import('./serve.ts'),
  init: () => import('./init.ts'),
  demo: () => import('./demo/demo.ts'),
  changelog: () => import('./changelog.ts'),
  org: () => import('./org.ts'),
  user: () => import('./user.ts'),
  key: () => import('./key.ts'),
  webhook: () => import('./webhook.ts'),
  repo: () => import('./repo.ts'),
  linear: () => import('./linear.ts'),
  engines: () => import('./engines.ts'),
  chat: () => import('./chat.ts'),
  feedback: () => import('./feedback.ts'),
  mcp: () => import('./mcp.ts'),
  jobs: () => import('./jobs.ts'),
  secrets: () => import('./secrets.ts'),
  migrate: () => import('./migrate.ts'),
  health: () => import('./health.ts'),
}
