import { readFileSync } from 'node:fs'
import { OperatorError } from '../errors.ts'
import { getOrganizationBySlug } from '../features/organizations/service.ts'
import { createOwnPost } from '../features/posts/create-own-post.ts'
import { slugLength, slugPattern, titleLength, writtenTypes } from '../features/posts/model.ts'
import { defineCommand, printJson } from './command.ts'
import { oneOf, org } from './options.ts'
import { withContext } from './session.ts'

const readType = oneOf(writtenTypes)
const maxCharacters = 100_000

const postCreate = defineCommand({
  name: 'post create',
  summary: 'Create a post from a Markdown file.',
  examples: [
    'post create --org acme --file exports.md',
    'post create --org acme --file exports.md --type changelog --publish',
  ],
  options: {
    org,
    file: { type: 'string', value: 'FILE', required: true, help: 'Markdown file of the text.' },
    type: {
      type: 'string',
      value: 'TYPE',
      read: readType,
      help: `One of ${writtenTypes.join(', ')}. Default: blog_post.`,
    },
    title: {
      type: 'string',
      value: 'T',
      help: 'Title. Default: the title in the front matter, or the first heading.',
    },
    publish: { type: 'boolean', help: 'Publish the post instead of saving a draft.' },
    json: { type: 'boolean', help: 'Print JSON.' },
  },
  run: ({ org, file, type = 'blog_post', title, publish, json }, terminal) =>
    withContext(terminal, async (ctx) => {
      if (title !== undefined && (title.trim() === '' || title.length > titleLength))
        throw new OperatorError(`--title must have 1 to ${titleLength} characters.`)
      const organization = await getOrganizationBySlug(ctx, org)
      const { front, text } = splitFrontMatter(readText(file), file)
      const author = { id: 'command-line', organization, spend: async () => {} }
      const { post } = await createOwnPost(ctx, author, {
        contentType: type,
        title: title?.trim() ?? front.title,
        slug: front.slug,
        markdown: text,
        status: publish ? 'published' : 'draft',
      })
      if (!post) throw new OperatorError('The post was deleted in the meantime.')
      const url = `${ctx.config.appUrl}/app/${organization.slug}/posts/${post.id}`
      if (json) return printJson(terminal, { id: post.id, status: post.status, url })
      terminal.print(`${post.status === 'published' ? 'Published' : 'Saved as draft'}: ${url}`)
    }),
})

function readText(file: string): string {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
  } catch (error) {
    if (error instanceof TypeError) throw new OperatorError(`--file is not a text in UTF-8: ${file}.`)
    throw new OperatorError(`--file cannot be read: ${(error as Error).message}.`)
  }
  if (text.includes('\0')) throw new OperatorError(`--file has a NUL character: ${file}.`)
  if (text.trim() === '') throw new OperatorError(`--file names an empty file: ${file}.`)
  if (text.length > maxCharacters)
    throw new OperatorError(`${file} has more than ${maxCharacters.toLocaleString('en')} characters.`)
  return text
}

/** Splits a text into what its YAML front matter says of the post and the Markdown below it. */
function splitFrontMatter(text: string, file: string) {
  const [whole = '', yaml = ''] = frontMatter.exec(text) ?? []
  const fields = whole === '' ? null : parseFields(yaml)
  if (fields === null) return { front: {}, text }
  const rest = text.slice(whole.length)
  if (rest.trim() === '') throw new OperatorError(`--file has no text below its front matter: ${file}.`)
  const title = readField(fields.title, `title in the front matter of ${file}`, titleLength)
  const slug = readField(fields.slug, `slug in the front matter of ${file}`, slugLength)
  if (slug !== undefined && !slugPattern.test(slug))
    throw new OperatorError(
      `slug in the front matter of ${file} must have lowercase letters, digits and hyphens.`,
    )
  return { front: { title, slug }, text: rest.replace(/^\s*\n/, '') }
}
const frontMatter = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/

/** The fields of a YAML mapping; null for any other text, such as one between two horizontal rules. */
function parseFields(yaml: string): Record<string, unknown> | null {
  try {
    const fields: unknown = Bun.YAML.parse(yaml)
    return typeof fields === 'object' && fields !== null && !Array.isArray(fields) ? { ...fields } : null
  } catch {
    return null
  }
}

function readField(value: unknown, name: string, max: number): string | undefined {
  if (value === undefined || value === null) return undefined
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  if (text === '' || text.length > max) throw new OperatorError(`${name} must have 1 to ${max} characters.`)
  return text
}

export const commands = [postCreate]
