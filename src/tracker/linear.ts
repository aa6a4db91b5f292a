import type { TrackerAdapter } from './adapter.ts'

export const linear: TrackerAdapter = {
  provider: 'linear',
  name: 'Linear',
  apiUrl: 'https://api.linear.app/graphql',
  token: {
    help: 'Use a personal API key with read access.',
    prefix: 'lin_api_',
    createUrl: 'https://linear.app/settings/account/security',
  },
  open: async (options) => (await import('./linear-reader.ts')).createLinear(options),
}
