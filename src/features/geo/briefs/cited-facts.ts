import { defineTextTask } from '../../../text-thread.ts'
import type { UsableFact } from '../../brand-identities/facts/model.ts'
import { maxCheckedHere } from '../../posts/text-fault.ts'
import { findCitedFacts } from './fact-citations.ts'

/** Finds the facts that an article cites. Long articles are searched on the text thread. */
export const citedFacts = defineTextTask(
  'cited-facts',
  maxCheckedHere,
  ({ markdown, facts }: { markdown: string; facts: UsableFact[] }) => findCitedFacts(markdown, facts),
)
