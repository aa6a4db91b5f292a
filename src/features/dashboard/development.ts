import page from '../../dashboard/index.html'
import { answerAsset } from './service.ts'

/**
 * Server settings with which Bun itself serves the pages: an edit shows immediately and the page keeps its state.
 * Pass them when creating the application; routes added later are dropped. No build contains this file.
 */
export const livePages: object = {
  serve: { routes: { '/app': page, '/app/*': page, '/app/assets/*': serveAsset } },
}

/** The files of the public page are built as in production. */
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
