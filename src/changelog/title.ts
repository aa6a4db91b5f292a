import { capitalize, plainLine, shorten } from '../text/line.ts'
import type { Activity, Issue } from './activity.ts'

/** The subject of a changelog: product and version, as far as known. */
export type Topic = { name: string | null; version: string | null; releaseName: string | null; date: Date }

export function readTopic(
  { repository, releases, to, commits }: Activity,
  name: string | undefined,
  issues: Issue[] = [],
): Topic {
  const release = releases.find(({ tagName }) => tagName === to)
  const tag = release?.tagName ?? (/\d+\.\d+/.test(to) ? to : '')
  const moments =
    commits.length > 0 ? commits.map(({ authoredAt }) => authoredAt) : issues.map(({ closedAt }) => closedAt)
  const newest = moments.reduce((latest, moment) => Math.max(latest, moment.getTime()), 0)
  const releaseName = plainLine(release?.name ?? '')
  return {
    name: plainLine(name ?? capitalize(repository?.name ?? '')) || null,
    version: versionOf(tag),
    releaseName: releaseName && versionOf(releaseName) === null && releaseName !== tag ? releaseName : null,
    date: validDate(release?.publishedAt ?? new Date(newest)),
  }
}

/** The title of a changelog without a given one. Never contains raw tags, shas or pull request numbers. */
export function defaultTitle({ name, version, releaseName, date }: Topic): string {
  const product = nameBefore(version, name)
  const known = [product, version].filter(Boolean).join(' ')
  if (version || releaseName) {
    const plain = product ? known : `Version ${version}`
    return shorten(releaseName ? [known, releaseName].filter(Boolean).join(': ') : plain, 120)
  }
  return `${product ? `${product} changelog` : 'Changelog'}, ${formatDate(date)}`
}

/** Its name in a sentence: "Acme 1.2.0", "this update of Acme". */
export function subjectOf({ name, version }: Topic): string {
  const product = nameBefore(version, name)
  if (version) return product ? `${product} ${version}` : `version ${version}`
  return product ? `this update of ${product}` : 'this update'
}

/** The product's name, without a number at its end that the version repeats: "Grid 2" of version 2.0.5 is "Grid". */
function nameBefore(version: string | null, name: string | null): string | null {
  const [, plain = name, number] = /^(.*\S) v?(\d+)$/.exec(name ?? '') ?? []
  const product = number !== undefined && version?.split('.')[0] === number ? plain : name
  return product && shorten(product, 50)
}

function versionOf(tag: string): string | null {
  return (
    /(?:^|[@/_-]|\bversion |\brelease )v?(\d+(?:\.\d+){1,3}[a-z]?(?:-[\w.]+)?)$/i.exec(tag.trim())?.[1] ??
    null
  )
}

let longDate: Intl.DateTimeFormat | undefined

function formatDate(date: Date): string {
  longDate ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  return longDate.format(date)
}

function validDate(date: Date): Date {
  return Number.isFinite(date.getTime()) ? date : new Date(0)
}
