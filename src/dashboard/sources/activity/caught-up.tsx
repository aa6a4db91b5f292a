import { Link } from 'wouter'
import { paths } from '../../data/paths.ts'
import type { Repository } from '../../data/repositories.ts'
import { Notice, toSentence } from '../../kit/notice.tsx'
import { Time } from '../../kit/time.tsx'

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
              Caught up with {displayName} at <Time at={catchUp.found.at} />: {describe(catchUp.found)}.
            </Notice>
          ),
      )}
      {failed.slice(0, most).map(({ id, displayName, catchUp }) => (
        <Notice key={id} kind="warn">
          {displayName} could not be checked for missed events: {toSentence(catchUp?.problem ?? '')}
          {catchUp?.missedSince && (
            <>
              {' Events since '}
              <Time at={catchUp.missedSince} /> may be missing.
            </>
          )}{' '}
          <Link href={paths.repositorySettings(id)}>Check its access token.</Link> Herald tries again at its
          next start, or earlier if GitHub’s rate limit was reached.
        </Notice>
      ))}
      {failed.length > most && (
        <Notice kind="warn">{failed.length - most} more repositories could not be checked.</Notice>
      )}
    </>
  )
}

type Found = NonNullable<NonNullable<Repository['catchUp']>['found']>

function describe({ pushes, releases, redelivered }: Found): string {
  return [
    counted(pushes, 'missed push', 'missed pushes'),
    counted(releases, 'missed release', 'missed releases'),
    counted(redelivered, 'failed delivery requested again', 'failed deliveries requested again'),
  ]
    .filter(Boolean)
    .join(', ')
}

const counted = (count: number, one: string, many: string) =>
  count === 0 ? '' : `${count} ${count === 1 ? one : many}`
