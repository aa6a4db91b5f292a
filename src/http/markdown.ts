import { accepts } from './public-answer.ts'

/** Whether a request prefers Markdown to JSON. */
export const wantsMarkdown = (request: Request) => accepts(request, 'text/markdown')
