import { connect } from '../../support/app.ts'
import { type HostRepository, repository } from '../../support/github-repository.ts'
import type { Scene } from './scene.ts'

/** A connected repository with a month of work, or another history, on the scripted code host. */
export async function addStory(
  { herald, team }: Scene,
  name = 'app',
  tell: (story: HostRepository) => void = tellOfAMonth,
) {
  const fullName = `${team.slug}/${name}`
  const story = repository(fullName, { startsAt: '2026-01-05T09:00:00.000Z' })
  tell(story)
  herald.github.add(story)
  const { id } = await connect(herald.ctx, team.id, fullName)
  return { id, fullName, story }
}

function tellOfAMonth(story: HostRepository) {
  story.commit('feat: long ago')
  story.commit('chore: begin the month', { at: '2026-02-10T09:00:00.000Z' })
  story.pullRequest('feat: export every board as PDF', { author: 'mira' })
  story.pullRequest('feat: save a view with its filters', { author: 'jon' })
  story.pullRequest('fix: keep the order of columns after a reload', { author: 'mira' })
  story.pullRequest('fix: send scheduled reports once when the clocks change', { author: 'ada' })
  story.release('v1.3.0', { at: '2026-02-20T09:00:00.000Z' })
  story.pullRequest('perf: read the index once', { author: 'jon', at: '2026-03-01T09:00:00.000Z' })
  story.pullRequest('docs: explain the export', { author: 'mira' })
  story.commit('chore: bump a dependency')
  story.commit('ci: cache the browser')
}
