import { Link } from 'wouter'
import { paths } from '../../data/paths.ts'
import { useProjectAddress } from '../../data/project-address.ts'
import { Failure } from '../../kit/notice.tsx'
import { Problem } from '../../kit/problem.ts'
import * as strings from './strings.ts'

/** Why planning or approval failed, in the API's words, and the next step. */
export function PlanProblem({ error, retry }: { error: Error; retry?: () => void }) {
  const addressOf = useProjectAddress()
  const status = error instanceof Problem ? error.status : 0
  const mayRetry = status === 0 || status === 429 || status >= 500
  return (
    <div className="grid gap-2">
      <Failure error={error} retry={mayRetry ? retry : undefined} />
      {status === 402 && (
        <p className="small">
          {strings.planProblem.seeLimits(<Link href={paths.usage()}>{strings.planProblem.usage}</Link>)}
        </p>
      )}
      {status === 409 && (
        <p className="small">
          {strings.planProblem.seeStatus(
            <Link href={addressOf(paths.articles())}>{strings.planProblem.articles}</Link>,
          )}
        </p>
      )}
    </div>
  )
}
