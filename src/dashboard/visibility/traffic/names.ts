import type { Source } from '../../data/traffic.ts'
import * as strings from './strings.ts'

/** The purpose of a visitor in words. */
export const purposeOf = (category: Source['category']) =>
  category === null ? strings.unknownPurpose : strings.purposes[category]

/** A function that names a source as its vendor does: gptbot is GPTBot. */
export function createNames(sources: Source[]) {
  const names = new Map(sources.map(({ source, agent }) => [source, agent ?? source]))
  return (source: string) => names.get(source) ?? source
}
