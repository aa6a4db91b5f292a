import { inDollars } from '../../data/formats.ts'
import { paths } from '../../data/paths.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { Failure, Notice, toSentence } from '../../kit/notice.tsx'
import { Problem } from '../../kit/problem.ts'
import * as strings from './strings.ts'

/** The reason why a message was refused, with a retry or a hint about credits. */
export function Refusal({ error, retry }: { error: Error; retry: () => void }) {
  const balance = balanceOf(error)
  if (balance === null) return <Failure error={error} retry={retry} />
  return (
    <Notice kind="bad">
      <div className="row">
        <span>
          {toSentence(error.message)} {creditsInWords(balance)}
        </span>
        <ButtonLink slim href={paths.usage()}>
          {strings.refusal.viewUsage}
        </ButtonLink>
      </div>
    </Notice>
  )
}

/** The cents of credits left, if that is why it was refused. */
function balanceOf(error: Error): number | null {
  if (!(error instanceof Problem) || error.body.code !== 'USAGE_LIMIT_REACHED') return null
  return Number(error.body.balance ?? 0)
}

const creditsInWords = (cents: number) =>
  cents < 1 ? strings.refusal.noCredits : strings.refusal.reservedCredits(inDollars(cents))
