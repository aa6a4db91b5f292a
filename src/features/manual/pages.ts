import agentFeedback from '../../../docs/agent-feedback.md' with { type: 'text' }
import agentReadiness from '../../../docs/agent-readiness.md' with { type: 'text' }
import aiTraffic from '../../../docs/ai-traffic.md' with { type: 'text' }
import firstSteps from '../../../docs/api/first-steps.md' with { type: 'text' }
import sdk from '../../../docs/api/sdk.md' with { type: 'text' }
import api from '../../../docs/api.md' with { type: 'text' }
import architecture from '../../../docs/architecture.md' with { type: 'text' }
import articles from '../../../docs/articles.md' with { type: 'text' }
import changelogs from '../../../docs/changelogs.md' with { type: 'text' }
import chats from '../../../docs/chats.md' with { type: 'text' }
import commandLine from '../../../docs/command-line.md' with { type: 'text' }
import configuration from '../../../docs/configuration.md' with { type: 'text' }
import decisions from '../../../docs/decisions.md' with { type: 'text' }
import alerts from '../../../docs/operations/alerts.md' with { type: 'text' }
import backup from '../../../docs/operations/backup.md' with { type: 'text' }
import container from '../../../docs/operations/container.md' with { type: 'text' }
import health from '../../../docs/operations/health.md' with { type: 'text' }
import limits from '../../../docs/operations/limits.md' with { type: 'text' }
import logs from '../../../docs/operations/logs.md' with { type: 'text' }
import memory from '../../../docs/operations/memory.md' with { type: 'text' }
import metrics from '../../../docs/operations/metrics.md' with { type: 'text' }
import proxy from '../../../docs/operations/proxy.md' with { type: 'text' }
import scale from '../../../docs/operations/scale.md' with { type: 'text' }
import systemd from '../../../docs/operations/systemd.md' with { type: 'text' }
import upgrade from '../../../docs/operations/upgrade.md' with { type: 'text' }
import posts from '../../../docs/posts.md' with { type: 'text' }
import publicPage from '../../../docs/public-page.md' with { type: 'text' }
import quickStart from '../../../docs/quick-start.md' with { type: 'text' }
import repositories from '../../../docs/repositories.md' with { type: 'text' }
import searchConsole from '../../../docs/search-console.md' with { type: 'text' }
import users from '../../../docs/users.md' with { type: 'text' }
import visibility from '../../../docs/visibility.md' with { type: 'text' }
import type { Groups } from './read.ts'

/** The Markdown of every page of the manual by its path below `docs/`, in the groups and order of the index. */
export const groups: Groups = [
  {
    title: 'Use Herald',
    pages: {
      'quick-start': quickStart,
      changelogs,
      repositories,
      posts,
      'public-page': publicPage,
      visibility,
      'search-console': searchConsole,
      'agent-readiness': agentReadiness,
      articles,
      'ai-traffic': aiTraffic,
      'agent-feedback': agentFeedback,
      chats,
      users,
    },
  },
  {
    title: 'Reference',
    pages: { api, 'api/first-steps': firstSteps, 'api/sdk': sdk, 'command-line': commandLine, configuration },
  },
  {
    title: 'Operations',
    pages: {
      'operations/container': container,
      'operations/systemd': systemd,
      'operations/proxy': proxy,
      'operations/backup': backup,
      'operations/upgrade': upgrade,
      'operations/scale': scale,
      'operations/health': health,
      'operations/logs': logs,
      'operations/alerts': alerts,
      'operations/memory': memory,
      'operations/metrics': metrics,
      'operations/limits': limits,
    },
  },
  {
    title: 'Development',
    pages: { architecture, decisions },
  },
]
