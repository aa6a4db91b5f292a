import { history, type Merge } from './history.ts'

const dayMilliseconds = 24 * 60 * 60 * 1000
const daysBefore = 215
export const firstNumber = 103

/** A merge of the sample history, the release that contains it, and its number and time. */
export type DatedMerge = Merge & { tag: string | null; number: number; at: Date }

/** All merges of the sample history, oldest first, spread over the days before their release. */
export function dateMerges(now: Date): DatedMerge[] {
  let number = firstNumber - 3
  let previous = dateOf(now, daysBefore).getTime()
  return history.flatMap(({ tag, daysAgo, merges }) => {
    const start = previous
    const end = dateOf(now, daysAgo).getTime()
    previous = end
    return merges.map((merge, place) => {
      number += 3
      const at = new Date(start + ((end - start) * (place + 1)) / (merges.length + 1))
      return { ...merge, tag, number, at }
    })
  })
}

/** When a tag was released: at its last merge. */
export function dateRelease(now: Date, tag: string): Date {
  const last = dateMerges(now).findLast((merge) => merge.tag === tag)
  if (!last) throw new Error(`The sample has no release ${tag}.`)
  return last.at
}

/** A time some days before `now`. */
export const dateOf = (now: Date, daysAgo: number) => new Date(now.getTime() - daysAgo * dayMilliseconds)
