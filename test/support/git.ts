import { $ } from 'bun'

/** The environment of git: Ana commits, at `date` or now, and no settings of the machine apply. */
export const gitEnvironment = (date?: string) => ({
  PATH: process.env.PATH,
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ana',
  GIT_AUTHOR_EMAIL: 'ana@example.com',
  GIT_COMMITTER_NAME: 'Ana',
  GIT_COMMITTER_EMAIL: 'ana@example.com',
  ...(date !== undefined && { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }),
})

/** Creates an empty repository with the branch main. */
export const createRepository = (path: string) =>
  $`git init --quiet --initial-branch main ${path}`.env(gitEnvironment())
