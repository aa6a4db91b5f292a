/** Days as `YYYY-MM-DD`, from the first to the last. */
export function listDays(first: string, last: string): string[] {
  const days: string[] = []
  for (let at = Date.parse(first); at <= Date.parse(last); at += 86_400_000)
    days.push(new Date(at).toISOString().slice(0, 10))
  return days
}

/** The position of a day in percent of the width; a single day is in the middle. */
export function across(place: number, count: number): number {
  return count < 2 ? 50 : round((place / (count - 1)) * 100)
}

/** The position of a value between two others in percent; values outside are at the edge. */
export function between(value: number, [low, high]: Domain): number {
  return round(Math.min(1, Math.max(0, (value - low) / (high - low))) * 100)
}

export type Domain = readonly [low: number, high: number]

/** The day nearest to a position, given as a fraction of the width. */
export function nearest(part: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.round(part * (count - 1))))
}

/** Runs of consecutive days with a value: a line connects them, and never crosses a gap. */
export function listRuns(values: readonly unknown[]): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = []
  values.forEach((value, place) => {
    if (value == null) return
    const last = runs.at(-1)
    if (last && last.to === place - 1) last.to = place
    else runs.push({ from: place, to: place })
  })
  return runs
}

/** The gaps between runs that are wide enough for a label; none if there are too many to label. */
export function listHoles(values: readonly unknown[]): { from: number; to: number }[] {
  const runs = listRuns(values)
  const holes = runs.slice(1).map(({ from }, place) => ({ from: runs[place]?.to ?? 0, to: from }))
  const wide = holes.filter(({ from, to }) => (to - from) / (values.length - 1) >= 0.12)
  return wide.length <= 2 ? wide : []
}

/** Up to `most` indexes of a list, evenly spaced, with its ends. */
export function labelIndexes(count: number, most: number): number[] {
  const steps = Math.min(most, count) - 1
  if (steps < 1) return count > 0 ? [0] : []
  return Array.from({ length: steps + 1 }, (_, step) => Math.round((step / steps) * (count - 1)))
}

/** Moves overlapping labels apart, in order, within 0 and 100. */
export function spread(places: readonly number[], gap: number): number[] {
  const order = places.map((place, index) => ({ place, index })).sort((one, other) => one.place - other.place)
  for (let at = 1; at < order.length; at++) {
    const [before, own] = [order[at - 1], order[at]]
    if (before && own) own.place = Math.max(own.place, before.place + gap)
  }
  let limit = 100
  for (const own of order.toReversed()) {
    own.place = Math.min(own.place, limit)
    limit = own.place - gap
  }
  const moved = [...places]
  for (const { place, index } of order) moved[index] = round(place)
  return moved
}

/** The end of an axis from 0 that includes the greatest share. */
export function roundUp(share: number): number {
  return [0.1, 0.2, 0.4, 0.6, 0.8].find((end) => share <= end) ?? 1
}

/** The end of an axis from 0 that includes the greatest count: an even number with a whole half. */
export function roundUpCount(count: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(count, 1)))
  const end = [1, 2, 4, 6, 8, 10].map((step) => step * power).find((each) => each >= count) ?? count
  return end === 1 ? 2 : end
}

const round = (value: number) => Math.round(value * 100) / 100
