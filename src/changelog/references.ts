import type { ProjectRules, Repository } from './activity.ts'
import { creditFor } from './credits.ts'
import { advisoryUrl } from './links.ts'
import type { ListedChange } from './placed.ts'
import { advisoriesOf } from './security.ts'
import type { Audience } from './tone.ts'

type Options = { audience: Audience; credits?: ProjectRules['credits']; repository: Repository | null }

/** What follows the text of a change: links and advisories for developers, and authors if they are credited there. */
export function referencesOf(item: ListedChange, shown: string, { audience, credits, repository }: Options) {
  return [
    ...(audience === 'developers' ? [linksTo(item), ...advisoriesNotIn(item, shown)] : []),
    credits === 'inline' ? creditFor(item.change.authors, repository) : '',
  ]
    .filter(Boolean)
    .join(' ')
}

function linksTo({ change: { number, url, commits, issues, also } }: ListedChange): string {
  const all = [{ number, url, sha: commits[0]?.sha ?? '' }, ...also]
  const links = all.map((each) => {
    if (each.number !== null) return each.url ? `[#${each.number}](${each.url})` : `#${each.number}`
    // A sha without a link is useless to readers.
    return each.url && each.sha ? `[${each.sha.slice(0, 7)}](${each.url})` : ''
  })
  // Issues of private trackers are not linked.
  for (const { provider, identifier, url } of issues)
    if (provider === 'github' && url) links.push(`[${identifier}](${url})`)
  return [...new Set(links)].filter(Boolean).slice(0, 12).join(', ')
}

/** Links to the advisories of a security fix that its text does not name. */
function advisoriesNotIn(item: ListedChange, shown: string): string[] {
  if (item.category !== 'Security') return []
  const missing = advisoriesOf(item.change).filter((id) => !shown.toUpperCase().includes(id.toUpperCase()))
  return missing.map((id) => `[${id}](${advisoryUrl(id)})`)
}

/** Links the id of an advisory in a title. */
export function linkAdvisories(title: string, item: ListedChange): string {
  if (item.category !== 'Security') return title
  return title.replace(
    /(?<![\w`])(?:CVE-\d{4}-\d{4,}|GHSA(?:-[0-9a-z]{4}){3})(?![\w`])/,
    (id) => `[${id}](${advisoryUrl(id)})`,
  )
}

/** A title without the advisories at its end, and without "to fix" before them. */
export const withoutAdvisories = (title: string) =>
  title.replace(
    /(?: (?:to (?:fix|address|resolve)|due to|because of|for|fixing))?(?:[\s,;:([]+(?:and )?(?:CVE-\d{4}-\d{4,}|CVE-PENDING|GHSA(?:-[0-9a-z]{4}){3})[)\]]?)+$/i,
    '',
  )
