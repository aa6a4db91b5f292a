import type { Activity } from '../changelog/activity.ts'
export class CodeHostError extends Error {
  reason = 'unreachable' as
    | 'unauthorized'
    | 'forbidden'
    | 'not_found'
    | 'rate_limited'
    | 'unreachable'
    | 'failed'
  retryAt?: Date
}
export function createGitHub({ apiUrl }: { apiUrl: string; token: string | null; signal?: AbortSignal }) {
  return {
    async probeRepository(owner: string, name: string) {
      const r = await fetch(`${apiUrl}/repos/${owner}/${name}`)
      if (!r.ok) {
        const e = new CodeHostError('x')
        e.reason = 'not_found'
        throw e
      }
      return {
        owner,
        name,
        defaultBranch: 'main',
        private: false,
        url: `https://github.com/${owner}/${name}`,
      }
    },
    readReleaseActivity: async (_r: unknown, _t: unknown): Promise<Activity> => {
      throw new CodeHostError('GitHub could not be reached.')
    },
    readPushActivity: async (_r: unknown, _c: unknown): Promise<Activity> => {
      throw new CodeHostError('GitHub could not be reached.')
    },
  }
}
