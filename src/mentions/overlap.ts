type Span = { subject: string; term: string; start: number; end: number; isSure: boolean }

/** Of overlapping spans the longest wins, then the first. Expects them in the order of their start. */
export function keepLongest<Each extends Span>(spans: Each[]): Each[] {
  const kept: Each[] = []
  for (let first = 0; first < spans.length; ) {
    let next = first
    for (let reach = 0; next < spans.length; next++) {
      const { start, end } = spans[next] as Each
      if (next > first && start >= reach) break
      reach = Math.max(reach, end)
    }
    if (next === first + 1) kept.push(spans[first] as Each)
    else kept.push(...settle(spans.slice(first, next)))
    first = next
  }
  return kept
}

/** Resolves a cluster of overlapping spans. */
function settle<Each extends Span>(cluster: Each[]): Each[] {
  const byLength = cluster.toSorted(
    (one, other) =>
      other.end - other.start - (one.end - one.start) ||
      one.start - other.start ||
      Number(other.isSure) - Number(one.isSure) ||
      compare(one.subject, other.subject) ||
      compare(one.term, other.term),
  )
  const from = cluster[0]?.start ?? 0
  const taken = new Uint8Array(cluster.reduce((last, { end }) => Math.max(last, end), from) - from)
  const kept: Each[] = []
  for (const span of byLength) {
    const [start, end] = [span.start - from, span.end - from]
    // Those before it are not shorter, so they cover one of its ends if they overlap it.
    if (taken[start] || taken[end - 1]) continue
    taken.fill(1, start, end)
    kept.push(span)
  }
  return kept.sort((one, other) => one.start - other.start)
}

/** The brand itself comes first. */
function compare(one: string, other: string): number {
  if (one === other) return 0
  if (one === 'own' || other === 'own') return one === 'own' ? -1 : 1
  return one < other ? -1 : 1
}
