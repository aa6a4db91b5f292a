import { CircleAlert, FileText, Inbox, ListTree, SearchX, ShieldQuestion, Webhook } from 'lucide-react'
import { useOldestApprovals } from '../data/approvals.ts'
import { formatNoun } from '../data/formats.ts'
import type { Home } from '../data/home.ts'
import { paths } from '../data/paths.ts'
import { addressFor } from '../data/project-address.ts'
import { ledgerGroups } from '../data/run.ts'
import { useMay } from '../data/session.tsx'
import { countFaults, faultsInWords, postStates } from '../data/states.tsx'
import { ButtonLink } from '../kit/button.tsx'
import { Empty } from '../kit/empty.tsx'
import { Section } from '../kit/page.tsx'
import { Legend } from '../kit/tally.tsx'
import { ago, shortTime } from '../kit/time.tsx'
import { Todo } from '../kit/todo.tsx'
import * as strings from './strings.ts'

/** The pending items, most urgent first. */
export function NeedsYou({ home, approvals, needs }: { home: Home; approvals: number; needs: number }) {
  const mayConnect = useMay('admin')
  if (needs === 0) {
    const next =
      mayConnect && !home.hasRepository ? (
        <ButtonLink href={paths.repositories()}>{strings.connectStep.connectRepository}</ButtonLink>
      ) : (
        <ButtonLink href={paths.newPost()}>{strings.needsYou.generatePost}</ButtonLink>
      )
    return (
      <Empty title={strings.needsYou.nothingToDo} actions={next}>
        {strings.needsYou.emptyText}
      </Empty>
    )
  }
  return (
    <Section
      title={strings.needsYou.toDo}
      note={needs > 1 ? strings.needsYou.mostUrgentFirst : undefined}
      first
    >
      <ul className="todo">
        <FailedDeliveries failed={home.failedDeliveries} />
        {approvals > 0 && <Approvals count={approvals} isFirst={home.failedDeliveries.newest === null} />}
        <Drafts
          drafts={home.drafts}
          total={home.draftCount}
          isFirst={approvals === 0 && home.failedDeliveries.newest === null}
        />
        <Articles {...home.articles} />
        {home.visibility && home.visibility.gaps > 0 && (
          <Todo
            icon={SearchX}
            title={strings.needsYou.gaps(home.visibility.gaps)}
            href={addressFor(home.visibility.projectId, paths.gaps())}
            text={strings.needsYou.gapsText}
            action={strings.needsYou.seeAll}
          />
        )}
        {home.newFeedback.count > 0 && (
          <Todo
            icon={Inbox}
            title={strings.needsYou.newReports(home.newFeedback.count)}
            href={paths.feedback()}
            text={feedbackText(home.newFeedback)}
            action={strings.needsYou.triage}
          />
        )}
        {!home.hasWebhook && home.hasRepository && (
          <Todo
            icon={Webhook}
            title={strings.needsYou.automateWithWebhook}
            href={home.onlyRepositoryId ? paths.repository(home.onlyRepositoryId) : paths.repositories()}
            text={strings.needsYou.webhookText}
            action={strings.needsYou.setUpWebhook}
          />
        )}
      </ul>
    </Section>
  )
}

function FailedDeliveries({ failed: { newest, count } }: { failed: Home['failedDeliveries'] }) {
  if (!newest) return null
  const time = shortTime(new Date(newest.createdAt), new Date())
  return (
    <Todo
      icon={CircleAlert}
      bad
      title={strings.needsYou.deliveriesFailed(count)}
      href={paths.failedDelivery(newest.id)}
      text={`${newest.repository ?? strings.needsYou.repository}, ${time}. ${newest.errorMessage ?? newest.title}.`}
      action={strings.needsYou.howToFix}
      primary
    />
  )
}

/** The pending approvals, and how many of the oldest are out of date. */
function Approvals({ count, isFirst }: { count: number; isFirst: boolean }) {
  const { data } = useOldestApprovals(count)
  const changed = data?.approvals.filter(({ isChanged }) => isChanged).length ?? 0
  const [only] = count === 1 ? (data?.approvals ?? []) : []
  return (
    <Todo
      icon={ShieldQuestion}
      title={strings.needsYou.pendingApprovals(count)}
      href={paths.sessions()}
      text={only && changed === 0 ? firstLine(only.prompt) : strings.needsYou.approvalsText(changed, count)}
      action={strings.needsYou.review}
      primary={isFirst}
    />
  )
}

/** What an approval would do, without the ID after the name of a record. */
const firstLine = (prompt: string) => (prompt.split('\n', 1)[0] ?? '').replace(/ \([\w-]+\)\.$/, '.')

type Draft = Home['drafts'][number]

/** The drafts one by one, or as one item if there are more than the newest. */
function Drafts({ drafts, total, isFirst }: { drafts: Draft[]; total: number; isFirst: boolean }) {
  const [newest] = drafts
  if (newest && total > drafts.length)
    return (
      <Todo
        icon={FileText}
        title={strings.needsYou.manyDrafts(total)}
        href={`${paths.posts()}?status=draft`}
        text={strings.needsYou.newest(newest.title, ago(newest.createdAt))}
        action={strings.needsYou.review}
        primary={isFirst}
      />
    )
  return drafts.map((draft, place) => (
    <Todo
      key={draft.id}
      icon={hasToBeFixed(draft) ? CircleAlert : FileText}
      bad={hasToBeFixed(draft)}
      title={draft.title}
      href={paths.post(draft.id)}
      text={describeDraft(draft)}
      draw={draft.ledger && <Legend groups={ledgerGroups(draft.ledger)} />}
      action={strings.needsYou.review}
      primary={isFirst && place === 0}
    />
  ))
}

/** The briefs and failed articles one by one, or as one item if there are more than the newest. */
function Articles({ count, newest }: Home['articles']) {
  const [first] = newest
  if (first && count > newest.length)
    return (
      <Todo
        icon={ListTree}
        title={strings.needsYou.manyArticles(count)}
        href={paths.articles()}
        text={strings.needsYou.newest(first.title, ago(first.createdAt))}
        action={strings.needsYou.review}
      />
    )
  return newest.map(({ id, projectId, title, error, createdAt }) => (
    <Todo
      key={id}
      icon={error === null ? ListTree : CircleAlert}
      bad={error !== null}
      title={title}
      href={addressFor(projectId, paths.article(id))}
      text={error ?? strings.needsYou.articleBrief(ago(createdAt))}
      action={strings.needsYou.review}
    />
  ))
}

const hasToBeFixed = ({ faults }: Draft) => faults !== null && faults.blocking > 0

function describeDraft({ contentType, faults, cause, createdAt }: Draft): string {
  return [
    `${postStates.draft.label} ${formatNoun(contentType)}`,
    ...(countFaults(faults) > 0 ? [faultsInWords(countFaults(faults))] : []),
    ...(cause ? [inSentence(cause.text)] : []),
    ago(createdAt),
  ].join(', ')
}

/** A sentence without its capital, to continue another one. */
const inSentence = (text: string) => text.replace(/^./, (letter) => letter.toLowerCase())

function feedbackText({ groups }: Home['newFeedback']): string {
  const [first] = groups
  if (!first) return strings.needsYou.notTriagedYet
  return first.total > 1 ? strings.needsYou.similarReports(first.total, first.title) : first.title
}
