import type { api } from '../../data/api.ts'
import * as strings from './strings.ts'

export type Preview = NonNullable<Awaited<ReturnType<typeof api.v1.activity.preview.post>>['data']>

/** An item of the preview. */
export type Item = {
  key: string
  title: string
  /** The usual short form: #412, 1a2b3c4, v1.4.0, ENG-12; its URL if that form is its title already. */
  ref: string
  url: string | null
  by: string | null
  at: string | null
  /** The repository or team. */
  sourceId: string
}

export type Kind = 'releases' | 'pullRequests' | 'commits' | 'issues'
export type Group = { kind: Kind; label: string; items: Item[] }

/** The items by kind, with a key for each; empty kinds are left out. */
export function groupsOf({ releases, pullRequests, commits, issues }: Preview): Group[] {
  const groups: Group[] = [
    {
      kind: 'releases',
      label: strings.preview.releases,
      items: releases.map((each) => ({
        key: keys.release(each),
        title: each.name || each.tagName,
        ref: each.name === each.tagName || !each.name ? strings.preview.notes : each.tagName,
        url: each.url,
        by: null,
        at: each.publishedAt,
        sourceId: each.repositoryId,
      })),
    },
    {
      kind: 'pullRequests',
      label: strings.preview.pullRequests,
      items: pullRequests.map((each) => ({
        key: keys.pullRequest(each),
        title: each.title,
        ref: `#${each.number}`,
        url: each.url,
        by: each.author,
        at: each.mergedAt,
        sourceId: each.repositoryId,
      })),
    },
    {
      kind: 'commits',
      label: strings.preview.commits,
      items: commits.map((each) => ({
        key: keys.commit(each),
        title: each.title,
        ref: each.sha.slice(0, 7),
        url: each.url,
        by: each.author,
        at: each.authoredAt,
        sourceId: each.repositoryId,
      })),
    },
    {
      kind: 'issues',
      label: strings.preview.issues,
      items: issues.map((each) => ({
        key: keys.issue(each),
        title: each.title,
        ref: each.identifier,
        url: each.url,
        by: null,
        at: each.closedAt,
        sourceId: each.integrationId,
      })),
    },
  ]
  return groups.filter(({ items }) => items.length > 0)
}

/** The key of an item, which is the same when the activity is read again. */
export const keys = {
  release: (each: { repositoryId: string; tagName: string }) =>
    `release:${each.repositoryId}:${each.tagName}`,
  pullRequest: (each: { repositoryId: string; number: number }) => `pull:${each.repositoryId}:${each.number}`,
  commit: (each: { sha: string }) => `commit:${each.sha}`,
  issue: (each: { integrationId: string; issueId: string }) => `issue:${each.integrationId}:${each.issueId}`,
}

const inWords: Record<Kind, (count: number) => string> = {
  releases: strings.preview.releaseCount,
  pullRequests: strings.preview.pullRequestCount,
  commits: strings.preview.commitCount,
  issues: strings.preview.issueCount,
}

/** "31 pull requests, 4 commits and 2 releases". */
export function describeCounts(groups: Group[]): string {
  return strings.preview.counts(groups.map(({ kind, items }) => inWords[kind](items.length)))
}
