import { toNameKey } from '../../../mentions/name-key.ts'
import { readBareHost } from '../../../net/bare-host.ts'
import type { CsvFile, CsvIssue } from '../../../text/csv.ts'
import { maxCompetitors, maxSynonyms } from './model.ts'
import { competitorKinds } from './table.ts'

export type CompetitorKind = (typeof competitorKinds)[number]

/**
 * Returns the host in a domain or URL, in the form that sources have; null for an empty text, undefined if it
 * is no host.
 */
export function readDomain(text: string | null | undefined): string | null | undefined {
  if (!text?.trim()) return null
  const host = readBareHost(text)
  return host !== null && host.length <= 128 ? host : undefined
}

/** Removes duplicates, and synonyms that are the name itself. */
export function readSynonyms(name: string, synonyms: string[]): string[] {
  const known = new Map([[toNameKey(name), name]])
  for (const synonym of synonyms)
    if (!known.has(toNameKey(synonym))) known.set(toNameKey(synonym), synonym.trim())
  return [...known.values()].slice(1)
}

/** A competitor in an import. */
export type ImportedCompetitor = {
  name: string
  domain?: string
  kind?: CompetitorKind
  synonyms?: string[]
}

/** Returns the competitors of a CSV file, and the problems in its other rows (contract geo 3: CSV). */
export function readCompetitorFile(file: CsvFile): { rows: ImportedCompetitor[]; issues: CsvIssue[] } {
  const rows: ImportedCompetitor[] = []
  const issues = [...file.issues]
  for (const { line, values } of file.rows) {
    if (rows.length === maxCompetitors) {
      issues.push({ line, message: `Only the first ${maxCompetitors} rows are imported.` })
      break
    }
    const read = readRow(values)
    if ('message' in read) issues.push({ line, message: read.message })
    else rows.push(read)
  }
  return { rows, issues }
}

function readRow(values: Record<string, string>): ImportedCompetitor | { message: string } {
  const { name = '', domain = '', kind = '', synonyms = '' } = values
  const host = readDomain(domain)
  const chosen = competitorKinds.find((each) => each === kind.toLowerCase())
  const others = synonyms.split('|').flatMap((synonym) => synonym.trim() || [])
  if (name === '') return { message: 'The name is missing.' }
  if (/^\.{1,2}$/.test(name)) return { message: 'The name cannot be . or ..' }
  if (name.length > 128) return { message: 'The name has more than 128 characters.' }
  if (host === undefined) return { message: `"${domain}" is not a domain such as acme.com.` }
  if (kind !== '' && !chosen) return { message: `kind must be one of ${competitorKinds.join(', ')}.` }
  if (others.length > maxSynonyms || others.some((synonym) => synonym.length > 128))
    return { message: `A competitor has up to ${maxSynonyms} synonyms of up to 128 characters.` }
  return {
    name,
    // An empty cell preserves what is stored, as a missing column does.
    ...(host !== null && { domain: host }),
    ...(chosen && { kind: chosen }),
    ...(others.length > 0 && { synonyms: others }),
  }
}
