import { expect, test } from 'bun:test'
import type { Call } from '../../../../src/features/conversations/engine/call.ts'
import { writeHeading, writeTurn } from '../../../../src/features/conversations/engine/markdown.ts'

const calls: [status: Call['status'], output: string | null, line: string][] = [
  ['requested', null, '> `get_post` was not run'],
  ['waiting', null, '> `get_post` waits for a person'],
  ['begun', null, '> `get_post` has no result yet'],
  ['completed', 'A post', '> `get_post` was called with `` {"postId":"a`b"} ``'],
  ['failed', 'Post not\nfound', '> `get_post` failed: Post not found'],
  ['rejected', 'A person denied this call.', '> `get_post` was not run: A person denied this call.'],
]

test.each(calls)('Markdown has one line for a call that is %s', (status, output, line) => {
  const call = { id: 'call_1', tool: 'get_post', input: '{"postId":"a`b"}', status, output }
  const turn = { message: 'Show it', steps: [{ text: '', calls: [call] }], note: 'The turn failed.' }
  expect(writeHeading({ title: 'Posts', createdAt: '2026-03-04' }) + writeTurn(turn)).toBe(
    `# Posts\n\n*2026-03-04*\n\n## You\n\nShow it\n\n## Herald\n\n${line}\n\n_The turn failed._\n`,
  )
})
