import { useState } from 'react'
import { useParams } from 'wouter'
import { fetchMarkdown, type ShownSession, useCancel, useShownSession } from '../../data/agent-sessions.ts'
import { paths } from '../../data/paths.ts'
import { Button } from '../../kit/button.tsx'
import { Copy } from '../../kit/copy.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { NotFound } from '../../kit/not-found.tsx'
import { PageHead } from '../../kit/page.tsx'
import { Problem } from '../../kit/problem.ts'
import { Time } from '../../kit/time.tsx'
import { toast } from '../../kit/toast.tsx'
import { firstLook, useFollowed } from './follow.ts'
import { SessionView } from './session-view.tsx'
import { SessionState } from './state.tsx'
import * as strings from './strings.ts'
import { stateNow } from './timeline.ts'

const crumb = { href: paths.sessions(), label: strings.sessionPage.sessions }

/** One session: messages, steps and pending requests. */
export function SessionPage() {
  const { id = '' } = useParams<{ id: string }>()
  const session = useShownSession(id)
  if (session.error instanceof Problem && session.error.status === 404) return <NotFound />
  return (
    <>
      {!session.data && <PageHead title={strings.sessionPage.session} crumb={crumb} />}
      <Loaded query={session}>
        {(shown) => <Shown key={id} shown={shown} isStale={session.isFetching} />}
      </Loaded>
    </>
  )
}

function Shown({ shown, isStale }: { shown: ShownSession; isStale: boolean }) {
  const { session } = shown
  const [from, setFrom] = useState(firstLook)
  const followed = useFollowed(session.id, from)
  const cancel = useCancel(session.id)
  const state = stateNow(followed.timeline) ?? session.state
  const isOpen = state === 'working' || state === 'waiting'
  const end = () =>
    cancel.mutate(undefined, {
      onError: ({ message }) => toast(strings.sessionPage.notCancelled(message)),
    })
  return (
    <>
      <PageHead
        title={session.title}
        crumb={crumb}
        sub={
          <>
            <SessionState state={state} />
            {' · '}
            {session.startedBy
              ? strings.sessionPage.startedBy(session.startedBy)
              : strings.sessionPage.started}{' '}
            <Time at={session.createdAt} />
          </>
        }
      >
        <Copy
          text={() => fetchMarkdown(session.id)}
          label={strings.sessionPage.copyAsMarkdown}
          what={strings.sessionPage.sessionNoun}
          slim={false}
          iconIfNarrow
        />
        {isOpen && (
          <Button busy={cancel.isPending && strings.sessionPage.cancelling} onClick={end}>
            {strings.sessionPage.cancelTurn}
          </Button>
        )}
      </PageHead>
      <SessionView
        shown={shown}
        isStale={isStale}
        followed={followed}
        state={state}
        readWhole={() => setFrom(0)}
      />
    </>
  )
}
