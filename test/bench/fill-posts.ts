import { Database } from 'bun:sqlite'
import { writeChangelog } from '../../src/changelog/changelog.ts'
import type { Db } from '../../src/db/client.ts'
import { renderMarkdown } from '../../src/markdown/html.ts'
import { makeHistory } from './history.ts'

const distinct = 50
const commitsEach = 14
const insert = `
  insert into posts (id, organization_id, content_type, status, created_at, updated_at, title, slug, markdown, content, source_metadata)
  values (?1, ?2, 'changelog', ?3, ?4, ?4, ?5, ?6, ?7, ?8, ?9)`

/** Fills an organization with changelogs of about 2 KB, each with its ledger; every fourth is a draft. */
export function fillPosts(path: string, organizationId: string, count: number) {
  using database = new Database(path)
  database.run('pragma synchronous = off')
  const statement = database.prepare(insert)
  database.transaction(() => {
    for (const values of makePosts(organizationId, count)) statement.run(...values)
  })()
  database.run('pragma wal_checkpoint(truncate)')
}

/** The same on a database server. */
export async function sendPosts(db: Db, organizationId: string, count: number) {
  await Promise.all(
    Array.from(makePosts(organizationId, count), (args) => db.$client.execute({ sql: insert, args })),
  )
}

function* makePosts(organizationId: string, count: number) {
  const texts = writeTexts()
  const start = Date.UTC(2026, 0, 1)
  for (let number = 0; number < count; number++) {
    const { title, markdown, content, metadata } = texts[number % distinct] as (typeof texts)[number]
    const id = number.toString(36).padStart(16, '0')
    const status = number % 4 === 3 ? 'draft' : 'published'
    const time = start + number * 1000
    const slug = `changelog-${number}`
    yield [id, organizationId, status, time, `${title} ${number}`, slug, markdown, content, metadata]
  }
}

function writeTexts() {
  const history = makeHistory(distinct * commitsEach)
  return Array.from({ length: distinct }, (_, index) => {
    const commits = history.commits.slice(index * commitsEach, (index + 1) * commitsEach)
    const shas = new Set(commits.map(({ sha }) => sha))
    const pullRequests = history.pullRequests.filter(({ mergeCommitSha }) => shas.has(mergeCommitSha ?? ''))
    const changelog = writeChangelog({ ...history, commits, pullRequests })
    if (changelog.skipped !== null) throw new Error(changelog.skipped)
    const { title, markdown, range, ledger } = changelog
    const metadata = JSON.stringify({ range, ledger })
    return { title, markdown, content: renderMarkdown(markdown), metadata }
  })
}
