import { Globe, LoaderCircle } from 'lucide-react'
import { formatName } from '../data/formats.ts'
import type { Home } from '../data/home.ts'
import { paths } from '../data/paths.ts'
import { ledgerGroups } from '../data/run.ts'
import { Section } from '../kit/page.tsx'
import { Tally } from '../kit/tally.tsx'
import { ago } from '../kit/time.tsx'
import { Todo } from './todo.tsx'

/** Runs that have not ended. */
export function Running({ home }: { home: Home }) {
  if (home.runs.length === 0) return null
  return (
    <Section title="Running now">
      <ul className="todo">
        {home.runs.map((run) => (
          <Todo
            key={run.id}
            icon={LoaderCircle}
            title={formatName(run.contentType)}
            href={`${paths.newPost()}?job=${run.id}`}
            text={`${run.cause.text}, ${ago(run.createdAt)}`}
            action="View"
          />
        ))}
      </ul>
    </Section>
  )
}

/** Recently published posts. */
export function WentOut({ home }: { home: Home }) {
  if (home.publishedThisWeek.length === 0) return null
  return (
    <Section title="Published this week">
      <ul className="todo">
        {home.publishedThisWeek.map((post) => (
          <Todo
            key={post.id}
            icon={Globe}
            title={post.title}
            href={paths.post(post.id)}
            text={`Published ${ago(post.updatedAt)}`}
            draw={post.ledger && <Tally groups={ledgerGroups(post.ledger)} noun="changes" />}
            action="Open"
          />
        ))}
      </ul>
    </Section>
  )
}
