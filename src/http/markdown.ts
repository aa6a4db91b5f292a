/** Whether a request would rather have Markdown than JSON. */
export const wantsMarkdown = (request: Request) =>
  request.headers.get('accept')?.includes('text/markdown') ?? false

/** A text as Markdown; it passes the schema of the route's JSON by. */
export const asMarkdown = (text: string) =>
  new Response(text, { headers: { 'Content-Type': 'text/markdown; charset=utf-8' } }) as never
