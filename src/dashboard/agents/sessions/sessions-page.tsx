import { useRef } from 'react'
import { useLocation } from 'wouter'
import { useSessions, useStart } from '../../data/agent-sessions.ts'
import { useModels } from '../../data/chats.ts'
import { paths } from '../../data/paths.ts'
import { usePage } from '../../data/query-state.ts'
import { Button } from '../../kit/button.tsx'
import { Empty } from '../../kit/empty.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { PageHead } from '../../kit/page.tsx'
import { Pager } from '../../kit/pager.tsx'
import { useShortcuts } from '../../kit/shortcuts.ts'
import { Refusal } from '../chats/refusal.tsx'
import { Composer } from '../conversation/composer.tsx'
import { useDraft } from '../conversation/draft.ts'
import { TalkTabs } from '../conversation/talk-tabs.tsx'
import { SessionTable } from './session-table.tsx'
import * as strings from './strings.ts'
import { WaitingApprovals } from './waiting-approvals.tsx'

/** Background sessions, newest first, with a composer for a new one. */
export function SessionsPage() {
  const [page, setPage] = usePage()
  const sessions = useSessions(page)
  const { data: models } = useModels()
  const [, navigate] = useLocation()
  const { draft, change } = useDraft('session')
  const start = useStart()
  const field = useRef<HTMLTextAreaElement>(null)
  const write = () => field.current?.focus()
  useShortcuts({ n: write })
  const begin = () =>
    start.mutate(draft.text.trim(), {
      onSuccess({ sessionId }) {
        change({ text: '' })
        navigate(paths.session(sessionId))
      },
    })
  return (
    <>
      <PageHead
        title={strings.sessionsPage.title}
        manual="chats#in-the-dashboard"
        sub={strings.sessionsPage.subtitle}
      />
      <TalkTabs current={paths.sessions()} />
      <WaitingApprovals />
      <Composer
        label={strings.sessionsPage.giveHeraldATask}
        field={field}
        text={draft.text}
        onChange={(text) => change({ text })}
        obstacle={models?.obstacle}
        isBusy={start.isPending}
        onSend={begin}
      />
      {start.error && <Refusal error={start.error} retry={begin} />}
      <Loaded query={sessions}>
        {({ sessions: shown, pagination }) =>
          pagination.totalItems === 0 ? (
            <Empty
              title={strings.sessionsPage.noSessionsYet}
              actions={<Button onClick={write}>{strings.sessionsPage.writeATask}</Button>}
            >
              {strings.sessionsPage.emptyText}
            </Empty>
          ) : (
            <>
              <SessionTable sessions={shown} />
              <Pager pagination={pagination} noun={strings.sessionsPage.sessionsNoun} onPage={setPage} />
            </>
          )
        }
      </Loaded>
    </>
  )
}
