import { useState } from 'react'
import { type OutputFormat, outputFormats } from '../../data/formats.ts'
import { useQueryState } from '../../data/query-state.ts'
import type { Source, ToggledIds, Window } from './request.ts'
import * as strings from './strings.ts'

export const windows: { value: Window; label: string; words: string }[] = [
  { value: 'current_day', label: strings.choice.today, words: strings.choice.todayPhrase },
  { value: 'yesterday', label: strings.choice.yesterday, words: strings.choice.yesterdayPhrase },
  { value: 'last_7_days', label: strings.choice.last7Days, words: strings.choice.inLast7Days },
  { value: 'last_14_days', label: strings.choice.last14Days, words: strings.choice.inLast14Days },
  { value: 'last_30_days', label: strings.choice.last30Days, words: strings.choice.inLast30Days },
]
const standardWindow = 'last_30_days'
const standardFormat = 'changelog'

export type Choice = ReturnType<typeof useChoice>

/** The choices for new posts, all in the URL except single check boxes. */
export function useChoice(all: Source[]) {
  const [windowName, setWindow] = useQueryState('window', standardWindow)
  const [sourceIds, setSourceIds] = useQueryState('source')
  const [formatList, setFormatList] = useQueryState('format', standardFormat)
  const [brand, setBrand] = useQueryState('brand')
  const [turned, setTurned] = useState<ToggledIds>(new Set())

  const window = windows.find(({ value }) => value === windowName) ?? windows[4]
  const named = sourceIds.split(',')
  const known = all.filter(({ id }) => named.includes(id))
  const sources = known.length > 0 ? known : all
  const asked = formatList.split(',')
  const formats = outputFormats.filter((format) => asked.includes(format))

  function toggleSource(id: string) {
    const next = all.filter((each) => sources.includes(each) !== (each.id === id))
    // At least one source has to be chosen.
    if (next.length > 0) setSourceIds(next.length === all.length ? '' : next.map((each) => each.id).join(','))
  }
  function toggleFormat(format: OutputFormat) {
    setFormatList(outputFormats.filter((each) => formats.includes(each) !== (each === format)).join(','))
  }
  function turn(keys: string[]) {
    const next = new Set(turned)
    for (const key of keys) if (!next.delete(key)) next.add(key)
    setTurned(next)
  }
  return {
    window: window as (typeof windows)[number],
    setWindow,
    sources,
    toggleSource,
    formats,
    toggleFormat,
    brand,
    setBrand,
    turned,
    turn,
  }
}
