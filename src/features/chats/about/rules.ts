import type { About } from '../model.ts'

/** What a message is about, for a model: ids for its tools, and names as the code host and the tracker have them. */
export function aboutLines(about: About[]): string[] {
  return about.map((each) => `[This is about ${nameOf(each)}, integrationId ${each.integrationId}.]`)
}

function nameOf(about: About): string {
  if (about.type === 'github-repo') return `the repository ${about.owner}/${about.repo}`
  return about.teamName ? `the team ${JSON.stringify(about.teamName)}` : 'a team'
}
