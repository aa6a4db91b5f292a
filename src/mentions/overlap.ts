type Span = { subject: string; term: string; start: number; end: number; isSure: boolean }

/** Of spans that overlap the longest stays, then the first; the order in which they were found says nothing. */
export function keepLongest<Each extends Span>(spans: Each[]): Each[] {
  const kept: Each[] = []
  let cluster: Each[] = []
  let reach = 0
  for (const span of spans.sort((one, other) => one.start - other.start)) {
    if (span.start >= reach) {
      kept.push(...settle(cluster))
      cluster = []
    }
    cluster.push(span)
    reach = Math.max(reach, span.end)
  }
  return [...kept, ...settle(cluster)]
}

/** Settles spans that hang together; most are alone. */
function settle<Each extends Span>(cluster: Each[]): Each[] {
  if (cluster.length < 2) return cluster
  const byLength = cluster.toSorted(
    (one, other) =>
      other.end - other.start - (one.end - one.start) ||
      one.start - other.start ||
      Number(other.isSure) - Number(one.isSure) ||
      compare(one.subject, other.subject) ||
      compare(one.term, other.term),
  )
  const kept: Each[] = []
  for (const span of byLength)
    if (kept.every((other) => span.end <= other.start || span.start >= other.end)) kept.push(span)
  return kept.sort((one, other) => one.start - other.start)
}

/** The brand itself comes before all others. */
function compare(one: string, other: string): number {
  if (one === other) return 0
  if (one === 'own' || other === 'own') return one === 'own' ? -1 : 1
  return one < other ? -1 : 1
}
