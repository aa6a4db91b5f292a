import { groups } from '../manual/pages.ts'
import type { Input } from './call.ts'
import type { ToolResult } from './offered-tool.ts'

type Resource = { uri: string; name: string; title?: string; description?: string; mimeType: string }
type Contents = { uri: string; mimeType: string; text: string }

/** Texts that MCP clients can add to a conversation. */
export type Resources = {
  templates: { uriTemplate: string; name: string; title: string; description: string; mimeType: string }[]
  /** A page of them, posts newest first. */
  list(page: number): Promise<{ resources: Resource[]; nextCursor?: string }>
  /** Throws if there is none. */
  read(uri: string): Promise<Contents>
}

type CallTool = (name: string, input: Input) => Promise<ToolResult | null>

type PostList = { posts: { id: string; title: string }[]; nextCursor: string | null }

const mimeType = 'text/markdown'
const postsPerPage = 50

export const templates: Resources['templates'] = [
  ...[
    { kind: 'posts', name: 'post', title: 'Post', description: 'A post as Markdown, by its ID.' },
    { kind: 'skills', name: 'skill', title: 'Skill', description: 'Writing instructions, by their name.' },
    { kind: 'docs', name: 'docs', title: 'Documentation', description: 'A page of the documentation.' },
  ].map(({ kind, ...template }) => ({ uriTemplate: `herald://${kind}/{name}`, ...template, mimeType })),
]

/** The newest published changelogs, posts, skills and pages of the documentation, as far as the caller's tools allow. */
export function createResources(call: CallTool): Resources {
  async function read<T>(name: string, input: Input): Promise<T | null> {
    const result = await call(name, input)
    return result && !result.isError ? (JSON.parse(result.text) as T) : null
  }

  /** The first page also has everything but posts. */
  async function list(page: number) {
    const isFirst = page === 1
    const [found, skills] = await Promise.all([
      read<PostList>('list_posts', { status: 'published,draft', limit: postsPerPage, page }),
      isFirst ? read<{ skills: { name: string; description: string }[] }>('list_skills', {}) : null,
    ])
    const resources: Resource[] = [
      ...(found && isFirst ? [changelog] : []),
      ...(found?.posts ?? []).map(({ id, title }) => ({
        ...{ uri: `herald://posts/${id}`, name: title, title, mimeType },
      })),
      ...(skills?.skills ?? []).map(({ name, description }) => ({
        ...{ uri: `herald://skills/${name}`, name, description, mimeType },
      })),
      ...(isFirst ? [...pages.keys()] : []).map((name) => ({ uri: `herald://docs/${name}`, name, mimeType })),
    ]
    return { resources, ...(found?.nextCursor && { nextCursor: found.nextCursor }) }
  }

  async function findText(uri: string): Promise<string | undefined> {
    const [, kind, name = ''] = /^herald:\/\/(\w+)(?:\/(.+))?$/.exec(uri) ?? []
    if (kind === 'docs') return pages.get(name)
    if (kind === 'skills')
      return (await read<{ skill: { content: string } }>('get_skill', { name }))?.skill.content
    if (kind === 'posts')
      return toMarkdown((await read<{ post: Post | null }>('get_post', { postId: name }))?.post)
    if (uri !== changelog.uri) return undefined
    const found = await read<{ posts: { id: string }[] }>('list_posts', {
      contentType: 'changelog',
      limit: 5,
    })
    const texts = await Promise.all(
      (found?.posts ?? []).map(async ({ id }) =>
        toMarkdown((await read<{ post: Post | null }>('get_post', { postId: id }))?.post),
      ),
    )
    return found ? texts.filter((text) => text !== undefined).join('\n\n') : undefined
  }

  return {
    templates,
    list,
    async read(uri) {
      const text = await findText(uri)
      if (text === undefined) throw new Error(`There is no resource ${uri}.`)
      return { uri, mimeType, text }
    },
  }
}

const changelog: Resource = {
  uri: 'herald://changelog',
  name: 'changelog',
  title: 'Changelog',
  description: 'The five newest published changelogs.',
  mimeType,
}

type Post = { title: string; markdown: string | null }

const toMarkdown = (post: Post | null | undefined) =>
  post ? `# ${post.title}\n\n${post.markdown ?? ''}` : undefined

const pages = new Map(groups.flatMap(({ pages }) => Object.entries(pages)))
