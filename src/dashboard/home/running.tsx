import { Globe, LoaderCircle } from 'lucide-react'
import { formatName } from '../data/formats.ts'
import type { Home } from '../data/home.ts'
import { paths } from '../data/paths.ts'
import { ledgerGroups } from '../data/run.ts'
import { Section } from '../kit/page.tsx'
import { Legend } from '../kit/tally.tsx'
import { ago } from '../kit/time.tsx'
import { Todo } from '../kit/todo.tsx'
import * as strings from './strings.ts'

/** Runs that have not ended. */
export function Running({ home }: { home: Home }) {
  const scan = home.visibility?.scan
  if (home.runs.length === 0 && !scan) return null
  return (
    <Section title={strings.running.runningNow}>
      <ul className="todo">
        {home.runs.map((run) => (
          <Todo
            key={run.id}
            icon={LoaderCircle}
            title={formatName(run.contentType)}
            href={`${paths.newPost()}?job=${run.id}`}
            text={`${run.cause.text}, ${ago(run.createdAt)}`}
            action={strings.running.view}
          />
        ))}
        {scan && (
          <Todo
            icon={LoaderCircle}
            title={strings.running.scan}
            href={paths.visibility()}
            text={strings.running.scanned(scan.saved, scan.planned, ago(scan.startedAt))}
            action={strings.running.view}
          />
        )}
      </ul>
    </Section>
  )
}

/** Recently published posts. */
export function WentOut({ home }: { home: Home }) {
  if (home.publishedThisWeek.length === 0) return null
  return (
    <Section title={strings.running.publishedThisWeek}>
      <ul className="todo">
        {home.publishedThisWeek.map((post) => (
          <Todo
            key={post.id}
            icon={Globe}
            title={post.title}
            href={paths.post(post.id)}
            text={strings.running.published(ago(post.updatedAt))}
            draw={post.ledger && <Legend groups={ledgerGroups(post.ledger)} />}
            action={strings.running.open}
          />
        ))}
      </ul>
    </Section>
  )
}
