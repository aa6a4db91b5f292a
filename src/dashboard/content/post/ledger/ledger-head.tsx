import { Status } from '../../../kit/status.tsx'
import { type Group, Legend, Tally } from '../../../kit/tally.tsx'
import type { account } from './account.ts'

type Sum = ReturnType<typeof account>

/** The totals of the ledger, and whether they add up. */
export function LedgerHead({ sum }: { sum: Sum }) {
  const { highlight, listed, gone, out } = sum.counts
  const ticks: Group[] = [
    { kind: 'hi', count: highlight, label: highlight === 1 ? 'highlight' : 'highlights' },
    { kind: 'li', count: listed, label: 'listed' },
    { kind: 'gone', count: gone, label: 'removed' },
    { kind: 'out', count: out, label: 'left out' },
  ]
  const addsUp = sum.faults.length === 0
  return (
    <>
      <div className="row min-h-8">
        <h2 id="ledger">Ledger</h2>
        <span className="end">
          <Status state={addsUp ? 'good' : 'bad'}>{addsUp ? 'Adds up' : 'Does not add up'}</Status>
        </span>
      </div>
      <p className="sum">{summarize(sum)}</p>
      <Tally groups={ticks} height={28} noun="changes" />
      <Legend groups={ticks} />
    </>
  )
}

function summarize({ changes, commits, faults }: Sum): string {
  const counted = [
    `${changes} ${changes === 1 ? 'change' : 'changes'}`,
    commits > 0 && `from ${commits} ${commits === 1 ? 'commit' : 'commits'}`,
  ]
  const said = counted.filter(Boolean).join(' ')
  return faults.length === 0 ? `${said}, each accounted for once.` : [`${said}.`, ...faults].join(' ')
}
