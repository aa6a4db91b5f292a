import { readFileSync } from 'node:fs'
import { OperatorError } from '../errors.ts'
import { getOrganizationBySlug } from '../features/organizations/service.ts'
import { createOwnPost } from '../features/posts/create-own-post.ts'
import { titleLength, writtenTypes } from '../features/posts/model.ts'
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
      help: `One of ${writtenTypes.join(', ')}; blog_post by default.`,
    },
    title: { type: 'string', value: 'T', help: 'Title; the first heading of the text by default.' },
    publish: { type: 'boolean', help: 'Publish the post instead of saving a draft.' },
    json: { type: 'boolean', help: 'Print JSON.' },
  },
  run: ({ org, file, type = 'blog_post', title, publish, json }, terminal) =>
    withContext(terminal, async (ctx) => {
      if (title !== undefined && (title.trim() === '' || title.length > titleLength))
        throw new OperatorError(`--title must have 1 to ${titleLength} characters.`)
      const organization = await getOrganizationBySlug(ctx, org)
      const author = { id: 'command-line', organization, spend: async () => {} }
      const { post } = await createOwnPost(ctx, author, {
        contentType: type,
        title: title?.trim(),
        markdown: readText(file),
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

export const commands = [postCreate]
