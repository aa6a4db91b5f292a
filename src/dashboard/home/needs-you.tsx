import { CircleAlert, FileText, Inbox, ListTree, ShieldQuestion, Webhook } from 'lucide-react'
import { formatNoun } from '../data/formats.ts'
import type { Home } from '../data/home.ts'
import { paths } from '../data/paths.ts'
import { addressFor } from '../data/project-address.ts'
import { ledgerGroups } from '../data/run.ts'
import { faultsInWords, postStates } from '../data/states.tsx'
import { ButtonLink } from '../kit/button.tsx'
import { Empty } from '../kit/empty.tsx'
import { Section } from '../kit/page.tsx'
import { Tally } from '../kit/tally.tsx'
import { ago, shortTime } from '../kit/time.tsx'
import { spell } from './spell.ts'
import { Todo } from './todo.tsx'

/** The pending items, most urgent first. */
export function NeedsYou({ home, approvals, needs }: { home: Home; approvals: number; needs: number }) {
  if (needs === 0 && home.hasWebhook) {
    return (
      <Empty title="Nothing to do" actions={<ButtonLink href={paths.newPost()}>Generate a post</ButtonLink>}>
        Approvals, drafts, outlines, rejected deliveries and agent reports appear here.
      </Empty>
    )
  }
  const { failedDeliveries, drafts, draftCount, newFeedback, articles } = home
  const failed = failedDeliveries.newest
  return (
    <Section title="To do" note={needs > 1 ? 'Most urgent first' : undefined} first>
      <ul className="todo">
        {failed && (
          <Todo
            icon={CircleAlert}
            bad
            title={
              failedDeliveries.count === 1
                ? 'One delivery from GitHub was rejected'
                : `${spell(failedDeliveries.count)} deliveries from GitHub were rejected`
            }
            href={paths.failedDelivery(failed.id)}
            text={`${failed.repository ?? 'A repository'}, ${shortTime(new Date(failed.createdAt), new Date())}. ${failed.errorMessage ?? failed.title}.`}
            action="How to fix"
          />
        )}
        {approvals > 0 && (
          <Todo
            icon={ShieldQuestion}
            title={approvals === 1 ? 'One pending approval' : `${spell(approvals)} pending approvals`}
            href={paths.sessions()}
            text="Changes that agents ask to make"
            action="Review"
          />
        )}
        {drafts.map((draft, place) => (
          <Todo
            key={draft.id}
            icon={hasToBeFixed(draft) ? CircleAlert : FileText}
            bad={hasToBeFixed(draft)}
            title={draft.title}
            href={paths.post(draft.id)}
            text={describeDraft(draft)}
            draw={draft.ledger && <Tally groups={ledgerGroups(draft.ledger)} noun="changes" />}
            action="Review"
            primary={place === 0}
          />
        ))}
        {draftCount > drafts.length && (
          <Todo
            icon={FileText}
            title={`${spell(draftCount - drafts.length)} more drafts`}
            href={`${paths.posts()}?status=draft`}
            text="Older drafts"
            action="See all"
          />
        )}
        {articles.newest.map(({ id, projectId, title, error, createdAt }) => (
          <Todo
            key={id}
            icon={error === null ? ListTree : CircleAlert}
            bad={error !== null}
            title={title}
            href={addressFor(projectId, paths.article(id))}
            text={error ?? `Article outline, ${ago(createdAt)}`}
            action="Review"
          />
        ))}
        {articles.count > articles.newest.length && (
          <Todo
            icon={ListTree}
            title={`${spell(articles.count - articles.newest.length)} more articles`}
            href={paths.articles()}
            text="Outlines to approve, and articles that failed"
            action="See all"
          />
        )}
        {newFeedback.count > 0 && (
          <Todo
            icon={Inbox}
            title={
              newFeedback.count === 1
                ? 'One new report from an agent'
                : `${spell(newFeedback.count)} new reports from agents`
            }
            href={paths.feedback()}
            text={feedbackText(newFeedback)}
            action="Triage"
          />
        )}
        {!home.hasWebhook && home.hasRepository && (
          <Todo
            icon={Webhook}
            title="Automate with a webhook"
            href={paths.repositories()}
            text="GitHub notifies Herald of each release, and Herald drafts the changelog."
            action="Set up webhook"
          />
        )}
      </ul>
    </Section>
  )
}

type Draft = Home['drafts'][number]

const hasToBeFixed = ({ faults }: Draft) => faults !== null && faults.blocking > 0

function describeDraft({ contentType, faults, cause, createdAt }: Draft): string {
  return [
    `${postStates.draft.label} ${formatNoun(contentType)}`,
    ...(faults?.blocking ? [faultsInWords(faults.blocking)] : []),
    ...(cause ? [cause.text] : []),
    ago(createdAt),
  ].join(', ')
}

function feedbackText({ groups }: Home['newFeedback']): string {
  const [first] = groups
  if (!first) return 'Not triaged yet'
  return first.total > 1 ? `${spell(first.total)} similar reports: ${first.title}` : first.title
}
