// The minimum for a page of posts: the key's row by its hash, a count, ten rows, one JSON text.
import { openDurable } from './support/database.ts'
import { createKeyCheck } from './support/keyed.ts'

type Post = Record<string, string | null> & {
  created_at: number
  updated_at: number
  source_metadata: string
}

const { DATABASE = '', PORT } = process.env
const database = openDurable(DATABASE)
const checkKey = createKeyCheck(database, 'posts.read')
const countPosts = database.prepare<{ total: number }, [string]>(
  "select count(*) as total from posts where organization_id = +? and status = 'published'",
)
const listPosts = database.prepare<Post, [string, number, number]>(`
  select id, title, slug, content, html_url, markdown, raw_html, recommendations, content_type, source_metadata,
    status, created_at, updated_at
  from posts where organization_id = +? and status = 'published' order by created_at desc, id desc limit +? offset +?`)

Bun.serve({
  port: PORT,
  hostname: '127.0.0.1',
  routes: {
    '/readyz': new Response('ready'),
    '/v1/posts': (request) => {
      const organization = checkKey(request)
      if (!organization) return new Response('', { status: 401 })
      const total = countPosts.get(organization.id)?.total ?? 0
      return Response.json({
        posts: listPosts.all(organization.id, 10, 0).map(toPost),
        pagination: {
          limit: 10,
          currentPage: 1,
          nextPage: total > 10 ? 2 : null,
          previousPage: null,
          totalPages: Math.ceil(total / 10),
          totalItems: total,
        },
        organization,
      })
    },
  },
})

function toPost(row: Post) {
  return {
    id: row.id,
    title: row.title,
    slug: row.slug,
    content: row.content,
    htmlUrl: row.html_url,
    markdown: row.markdown,
    rawHtml: row.raw_html,
    recommendations: row.recommendations,
    contentType: row.content_type,
    sourceMetadata: JSON.parse(row.source_metadata),
    status: row.status,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  }
}
