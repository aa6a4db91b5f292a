import { languagesOfWord } from '../mentions/ordinary.ts'
import { nextTurn } from '../slices.ts'
import { createClaimCheck } from './claims-about-others.ts'
import { readCollective } from './collective-claims.ts'
import { companiesDescribedIn } from './company-mentions/described-companies.ts'
import { companyNamesIn } from './company-names.ts'
import { knownCompaniesIn } from './known-companies.ts'
import { createDetailCheck } from './unsourced-details.ts'

const company = (name: string) => ({ key: name, name, terms: [name], hosts: [] })
const sentence = 'Contoso, which leaks customer data, costs $49 a month. Contact Jane Doe at Siemens.'
const words = { language: 'English', isOrdinary: () => false, isName: () => false, isHarmful: true }
const sources = {
  own: company('Acme'),
  others: [company('Globex')],
  sources: [],
  topic: '',
  language: 'English',
}

/** Each reads word lists and compiles regular expressions for up to 30 ms. */
const steps: (() => unknown)[] = [
  () => languagesOfWord('word'),
  () => knownCompaniesIn(sentence),
  () => companiesDescribedIn(`GitHub reads ${sentence}`, 'English'),
  () => companyNamesIn(sentence, words),
  () => readCollective(sentence, new Set()),
  () => createDetailCheck('')(sentence),
  () => createClaimCheck(sources).inLine(sentence),
  () => createClaimCheck(sources).inMarkdown(`## Globex\n\n- ${sentence}`),
]

/** Prepares the checks of texts in steps between which other work gets a turn. */
export async function prepareInSteps(): Promise<void> {
  for (const step of steps) {
    step()
    await nextTurn()
  }
}

let prepared: Promise<void> | undefined

/** The same once per thread; without it the first check would hold up all other work for its whole preparation. */
export function prepareChecks(): Promise<void> {
  prepared ??= prepareInSteps()
  return prepared
}
