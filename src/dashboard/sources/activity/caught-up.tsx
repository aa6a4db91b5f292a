import { Link } from 'wouter'
import { paths } from '../../data/paths.ts'
import type { Repository } from '../../data/repositories.ts'
import { Notice, toSentence } from '../../kit/notice.tsx'
import { Time } from '../../kit/time.tsx'
import * as strings from './strings.ts'

const shownFor = 7 * 24 * 60 * 60 * 1000
const most = 3

/**
 * Shows the events that Herald read from GitHub after an interruption in which it may have missed deliveries.
 */
export function CaughtUp({ repositories }: { repositories: Repository[] }) {
  const found = repositories
    .filter(({ catchUp }) => catchUp?.found && Date.now() - Date.parse(catchUp.found.at) < shownFor)
    .slice(0, most)
  const failed = repositories.filter(({ catchUp }) => catchUp?.problem)
  return (
    <>
      {found.map(
        ({ id, displayName, catchUp }) =>
          catchUp?.found && (
            <Notice key={id}>
              {strings.caughtUp.caughtUp(
                displayName,
                <Time at={catchUp.found.at} />,
                describe(catchUp.found),
              )}
            </Notice>
          ),
      )}
      {failed.slice(0, most).map(({ id, displayName, catchUp }) => (
        <Notice key={id} kind="warn">
          {strings.caughtUp.notChecked(displayName, toSentence(catchUp?.problem ?? ''))}
          {catchUp?.missedSince && strings.caughtUp.missedSince(<Time at={catchUp.missedSince} />)}
          {strings.caughtUp.triesAgain(
            <Link href={paths.repositorySettings(id)}>{strings.caughtUp.checkToken}</Link>,
          )}
        </Notice>
      ))}
      {failed.length > most && (
        <Notice kind="warn">{strings.caughtUp.moreNotChecked(failed.length - most)}</Notice>
      )}
    </>
  )
}

type MissedEvents = NonNullable<NonNullable<Repository['catchUp']>['found']>

function describe({ pushes, releases, redelivered }: MissedEvents): string {
  return [
    pushes > 0 && strings.caughtUp.missedPushes(pushes),
    releases > 0 && strings.caughtUp.missedReleases(releases),
    redelivered > 0 && strings.caughtUp.requestedAgain(redelivered),
  ]
    .filter(Boolean)
    .join(', ')
}
