import type { CallPart } from '../../features/chats/message/model.ts'
import { nameOf } from '../../features/chats/message/rules.ts'

/** A tool's name as words: Get post. */
export function toolWords(call: CallPart): string {
  const words = nameOf(call).replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What came out, as a value where it is JSON. */
export function readOutput(output: unknown): unknown {
  if (typeof output !== 'string') return output
  try {
    return JSON.parse(output)
  } catch {
    return output
  }
}

type Made = { posts: { id: string; title: string; status: 'draft' | 'published' }[]; runIds: string[] }

const makers = new Set(['generate_post', 'update_post'])

/** What a call has made or changed that has a page of its own. */
export function madeBy(call: CallPart): Made {
  if (call.state !== 'output-available' || !makers.has(nameOf(call))) return { posts: [], runIds: [] }
  const output = readOutput(call.output) as { post?: Made['posts'][number]; jobs?: { id: string }[] } | null
  return {
    posts: output?.post?.id ? [output.post] : [],
    runIds: Array.isArray(output?.jobs) ? output.jobs.map(({ id }) => id) : [],
  }
}
