import { Status } from '../../../kit/status.tsx'
import { CountedTally, type Group } from '../../../kit/tally.tsx'
import type { account } from './account.ts'
import * as strings from './strings.ts'

type LedgerCounts = ReturnType<typeof account>

/** The totals of the ledger, and whether they add up. */
export function LedgerHead({ sum }: { sum: LedgerCounts }) {
  const { highlight, listed, gone, out } = sum.counts
  const ticks: Group[] = [
    {
      kind: 'hi',
      count: highlight,
      label: highlight === 1 ? strings.ledgerHead.highlight : strings.ledgerHead.highlights,
    },
    { kind: 'li', count: listed, label: strings.ledgerHead.listed },
    { kind: 'gone', count: gone, label: strings.ledgerHead.removed },
    { kind: 'out', count: out, label: strings.ledgerHead.leftOut },
  ]
  const addsUp = sum.faults.length === 0
  return (
    <>
      <div className="row min-h-8">
        <h2 id="ledger">{strings.ledgerHead.ledger}</h2>
        <span className="end">
          <Status state={addsUp ? 'good' : 'bad'}>
            {addsUp ? strings.ledgerHead.addsUp : strings.ledgerHead.doesNotAddUp}
          </Status>
        </span>
      </div>
      <p className="sum">{summarize(sum)}</p>
      <CountedTally groups={ticks} height={28} noun={strings.ledgerHead.changes} />
    </>
  )
}

function summarize({ changes, commits, faults }: LedgerCounts): string {
  const total = strings.ledgerHead.total(changes, commits)
  return faults.length === 0
    ? strings.ledgerHead.complete(total)
    : strings.ledgerHead.incomplete(total, faults)
}
