import type { Resource } from '../features/keys/model.ts'

/** A public operation that a maintainer's agent may use: the route it stands for, and whose scope it needs. */
export type Operation = { tool: string; route: string; resource: Resource; description: string }

/** One MCP tool each; inputs and checks are those of the route. */
export const operations: Operation[] = [
  row('list_feedback', 'GET /v1/feedback', 'feedback', 'List the feedback that agents sent, newest first.'),
  row('get_feedback', 'GET /v1/feedback/:feedbackId', 'feedback', 'Read one feedback entry.'),
  row(
    'update_feedback_status',
    'PATCH /v1/feedback/:feedbackId',
    'feedback',
    'Move a feedback entry to new, triaged, resolved or archived.',
  ),
  row(
    'list_posts',
    'GET /v1/posts',
    'posts',
    'List posts; without a status only published ones. Several values of a filter are separated by commas.',
  ),
  row('get_post', 'GET /v1/posts/:postId', 'posts', 'Read one post, draft or published.'),
  row(
    'generate_post',
    'POST /v1/posts/generate',
    'posts',
    'Start writing a post from what happened in the repositories; the answer holds the id of the job.',
  ),
  row(
    'get_post_generation_status',
    'GET /v1/posts/generate/:jobId',
    'posts',
    'See how far the generation of a post is; postId names the post once it is completed.',
  ),
]

function row(tool: string, route: string, resource: Resource, description: string): Operation {
  return { tool, route, resource, description }
}
