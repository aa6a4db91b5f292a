import { FileText, LoaderCircle } from 'lucide-react'
import { Link } from 'wouter'
import type { CallPart } from '../../../features/conversations/chats/message.ts'
import { formatName } from '../../data/formats.ts'
import { paths } from '../../data/paths.ts'
import { isOpen, type Run } from '../../data/run.ts'
import { useRunsOfRequest } from '../../data/runs.ts'
import { PostState, RunState } from '../../data/states.tsx'
import { Icon } from '../../kit/icon.tsx'
import { Status } from '../../kit/status.tsx'
import { createdBy } from './call.ts'

/** The records that a call created, as cards with links. */
export function Made({ call }: { call: CallPart }) {
  const { posts, runIds } = createdBy(call)
  return (
    <>
      {posts.map((post) => (
        <PostCard key={post.id} post={post} />
      ))}
      {runIds.length > 0 && <Runs runIds={runIds} />}
    </>
  )
}

function PostCard({ post }: { post: { id: string; title: string; status: 'draft' | 'published' } }) {
  return (
    <Link className="made" href={paths.post(post.id)}>
      <Icon of={FileText} />
      <span className="grow strong">{post.title}</span>
      <PostState status={post.status} />
    </Link>
  )
}

/** The running posts of a call, and then the finished ones. */
function Runs({ runIds }: { runIds: string[] }) {
  const runs = useRunsOfRequest(runIds)
  return runs.map((run, place) => run && <RunCard key={runIds[place]} run={run} />)
}

function RunCard({ run }: { run: Run }) {
  if (run.post) return <PostCard post={run.post} />
  return (
    <Link className="made" href={paths.run(run.id)}>
      <Icon of={isOpen(run) ? LoaderCircle : FileText} />
      <span className="grow strong">{formatName(run.contentType)}</span>
      {run.error ? <Status state="bad">{run.error}</Status> : <RunState status={run.status} />}
    </Link>
  )
}
