import { wholly } from '../text/pattern.ts'
import type { Change } from './change.ts'
import { mainKindOf, packageOf } from './paths.ts'
import { ownValue } from './project-rules.ts'

const noArea = wholly('i', [
  /ci|cd|deps?(?:-dev)?|dev-deps|dependenc(?:y|ies)|tests?|testing|e2e|docs?|documentation|readme/,
  /internal|internals|tooling|lint|fmt|format|style|chore|misc|repo|monorepo|meta|release|releases/,
  /changelog|all|global|general|minor|major|patch|workspace|root|security|cve|vuln(?:erabilit(?:y|ies))?|bug|issue|code|src|lib/,
  /app|project|pkg|new|wip|infra|cleanup|refactor|performance|perf|breaking|typo|typos|other|\*/,
  /v?\d[\d.x]*|#?\d+|(?:adr|gep|kep|pep|rfc)[- ]?\d+/,
])

/**
 * The part of the product that a change names or that contains all of its shipped files; null for the product as a
 * whole.
 */
export function areaOf(
  { subject: { scope, description }, notes, paths }: Pick<Change, 'subject' | 'notes' | 'paths'>,
  {
    product,
    names = {},
    folder,
  }: { product: string | null; names?: Record<string, string>; folder?: string },
): string | null {
  const named = scope && (ownValue(names, scope) ?? ownValue(names, scope.toLowerCase()))
  if (named) return named
  const place = scope && withoutProduct(nameOfScope(scope), product)
  // "`--sort`: add `--sort`": the title names the code itself.
  if (place && isCode.test(place) && description.includes(place)) return null
  if (
    place &&
    !place.split('/').every((part) => noArea.test(part)) &&
    !isProduct(place, product) &&
    place.length <= 48
  )
    return place
  const packages = [...new Set(notes.flatMap((note) => note.packages))]
  const listed = packages.length === 1 ? packages[0] : packages.length === 0 ? packageOf(paths, folder) : null
  const name = withoutProduct(listed?.replace(/^@[^/]+\//, '') ?? null, product)
  if (!name || noArea.test(name) || isProduct(name, product)) return null
  return ownValue(names, name) ?? name
}

/** An option, a qualified name or a name in camel case. */
const isCode = /^-|[\w)][._:(]|[a-z][A-Z]/

/** A scope without the parts that readers do not know: folders, the owner of a package, a trailing slash. */
function nameOfScope(scope: string): string | null {
  const plain = scope
    .replace(/^(?:component|module|package|pkg):\s*/i, '')
    .replace(/^@[^/]+\//, '')
    .replace(/\/(?:unknown)?\/?$/, '')
  const name = plain.replace(/^(?:pkg|src|lib|packages|crates|internal|cmd|apps)\//, '')
  return fileName.test(name) ? null : name
}

/** "pdf" for the package "courier-pdf" of Courier; null for "courier-core". */
function withoutProduct(name: string | null, product: string | null): string | null {
  if (name === null || product === null || !name.toLowerCase().startsWith(`${product.toLowerCase()}-`))
    return name
  const rest = name.slice(product.length + 1)
  return noArea.test(rest) || /^(?:core|library|main|base|common)$/i.test(rest) ? null : rest
}

const fileName =
  /^(?:go\.(?:mod|sum)|(?:[\w.-]+\.)?Dockerfile|Makefile|[\w-]*\/?\.\w+|[\w.-]+\.(?:json|toml|ya?ml|lock|md|xml|gradle))$/

function isProduct(name: string, product: string | null): boolean {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/^@[^/]+\//, '')
      .replace(/[^a-z0-9]/g, '')
  return product !== null && plain(name) === plain(product)
}

/**
 * The area to show before a title; null if the title begins with it, as "Import posts" and "Fix import errors" of the
 * area "import" do.
 */
export function areaBefore(area: string | null, title: string): string | null {
  const thing = title.replace(/^(?:Add|Fix) /, '').toLowerCase()
  return area !== null && thing.startsWith(`${area.toLowerCase()} `) ? null : area
}

/** The same; also null if the title names the area elsewhere, as "Add Fish completions" of the area "completion" does. */
export function areaNotIn(title: string, area: string | null): string | null {
  const isNamed =
    area !== null &&
    /^[a-z]{4,}$/i.test(area) &&
    new RegExp(`(?<![\\w.-])${area}s?(?![\\w.-])`, 'i').test(title)
  return isNamed ? null : areaBefore(area, title)
}

/** Parts that never have highlights. */
export const sideAreas =
  /^(?:www|site|website|web-?site|docs?|demos?|examples?|playground|bench(?:mark)?s?|tests?|testing|e2e|storybook|showcase|landing|blog|create-[\w-]+|templates?)\b/i

/** Uses the most frequent spelling of each area for all changes. */
export function spellAlike(changes: { area: string | null }[]): void {
  const spellings = new Map<string, Map<string, number>>()
  for (const { area } of changes) {
    if (area === null) continue
    const counts = spellings.get(area.toLowerCase()) ?? new Map<string, number>()
    spellings.set(area.toLowerCase(), counts.set(area, (counts.get(area) ?? 0) + 1))
  }
  for (const change of changes) {
    const counts = change.area === null ? undefined : spellings.get(change.area.toLowerCase())
    if (counts) change.area = [...counts].reduce((most, each) => (each[1] > most[1] ? each : most))[0]
  }
}

const minShared = 5
const shareOfAll = 0.8

/**
 * Removes an area that nearly all changes of users have and that the project did not name: it says nothing about each of
 * them.
 */
export function dropSharedArea(
  changes: Pick<Change, 'area' | 'paths' | 'setAside'>[],
  named: string[],
): void {
  const shipped = changes.filter(({ paths, setAside }) => setAside === null && mainKindOf(paths) === 'source')
  for (const [area, those] of Map.groupBy(shipped, (change) => change.area))
    if (
      area !== null &&
      !named.includes(area) &&
      those.length >= Math.max(minShared, shipped.length * shareOfAll)
    )
      for (const change of changes) if (change.area === area) change.area = null
}
