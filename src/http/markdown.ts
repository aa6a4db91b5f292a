import { accepts } from './public-answer.ts'

/** Whether a request prefers Markdown to JSON. */
export const wantsMarkdown = (request: Request) => accepts(request, 'text/markdown')

export const markdownType = 'text/markdown; charset=utf-8'

/** A text as a Markdown response; it bypasses the route's JSON schema. */
export const asMarkdown = (text: string) =>
  new Response(text, { headers: { 'Content-Type': markdownType } }) as never
