import page from '../../dashboard/index.html'
import { answerAsset } from './service.ts'

/**
 * Settings of a server by which Bun itself serves the pages: an edit shows at once and the page keeps its state. They
 * must be given to the application when it is made; routes that it gets later are dropped. No build has this file.
 */
export const livePages: object = {
  serve: { routes: { '/app': page, '/app/*': page, '/app/assets/*': serveAsset } },
}

/** What the public page loads is built as ever. */
async function serveAsset(request: Request): Promise<Response> {
  const headers = {}
  const answer = await answerAsset(
    '',
    request,
    new URL(request.url).pathname.replace('/app/assets/', ''),
    headers,
  )
  return answer
    ? new Response(answer.body, { status: answer.status, headers })
    : new Response('', { status: 404 })
}
