type Span = { subject: string; term: string; start: number; end: number }

/** Of spans that overlap the longest stays, then the first; the order in which they were found says nothing. */
export function keepLongest<Each extends Span>(spans: Each[]): Each[] {
  const byLength = spans.toSorted(
    (one, other) =>
      other.end - other.start - (one.end - one.start) ||
      one.start - other.start ||
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
