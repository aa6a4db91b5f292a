import { languagesOfWord } from '../mentions/ordinary.ts'
import verbList from './harmful-verbs.txt' with { type: 'text' }
import names from './known-companies.txt' with { type: 'text' }
import { loadedWordsIn } from './loaded-words.ts'
import { alternatives, readLines, readSections } from './word-list.ts'

/** How many characters around a name show what is said of it. */
const nearby = 120

/**
 * The well-known companies that a sentence harms. Their names may be ordinary words, so a name counts only with a capital
 * and beside what harms it: "Buffer loses your data", not "Buffer the input".
 */
export function harmedCompaniesIn(sentence: string): string[] {
  const { byFirstWord, says } = lists()
  const found = new Set<string>()
  for (const { 0: first, index } of sentence.matchAll(capitalized))
    for (const name of byFirstWord.get(first) ?? []) {
      const end = index + name.length
      if (!sentence.startsWith(name, index) || wordGoesOn.test(sentence.slice(end, end + 2))) continue
      const before = sentence.slice(Math.max(0, index - nearby), index)
      if (says(name, before, sentence.slice(end, end + nearby))) found.add(name)
    }
  return [...found]
}

const capitalized = /(?<![\p{L}\p{N}@/._-])(?:\p{Lu}|1P)[\p{L}\p{N}]*(?:\.io)?/gu
const wordGoesOn = /^[\p{L}\p{N}]|^[-_@/]\p{L}/u

let made: ReturnType<typeof makeLists> | undefined
const lists = () => {
  made ??= makeLists()
  return made
}

function makeLists() {
  const byFirstWord = Map.groupBy(readLines(names), (name) => name.split(' ')[0] ?? name)
  const sections = readSections(verbList)
  const of = (section: string) => alternatives(sections.get(section) ?? [])
  const objects = (section: string) => String.raw`\s(?:[\p{L}'’-]+\s){0,4}?(?:${of(section)})`
  const harm = `(?:${of('alone')}|(?:${of('with object')})${objects('objects')}|(?:${of('with private object')})${objects('private objects')})`
  const adverb = String.raw`(?:(?:will|may|can|would|could|has|have|had|is|was|were|been|being|got|ha|hat|a|still|also|now|often|always|never|even|again|once|then|just|\p{Ll}+ly)\s){0,3}`
  const possessive = String.raw`(?:['’]s?\s(?:\p{Ll}+\s){0,2}?|\s(?:(?:servers?|staff|engineers|founders|support|ceo)\s)?)`
  const subject = new RegExp(String.raw`^(?:\s\([^)]*\))?${possessive}${adverb}${harm}(?!\p{L})`, 'iu')
  const consequence = new RegExp(
    String.raw`^[^.!?:]{0,60}?(?:,|\s(?:and|or|then))\s(?:(?:you|they|your (?:team|customers|users))\s)?(?:will\s)?(?:${of('consequences')})\s(?:your|their|the|everything|all)(?!\p{L})`,
    'iu',
  )
  const badActor = new RegExp(String.raw`(?<!\p{L})(?:${of('bad actors')})(?!\p{L})`, 'iu')

  function says(name: string, before: string, after: string): boolean {
    if (subject.test(after)) return true
    const isUsed = used.test(before)
    if (isUsed && (consequence.test(after) || badActor.test(after))) return true
    const isOrdinary = languagesOfWord(name).length > 0
    return !isOrdinary && described.test(after) && loadedWordsIn(after).length > 0
  }
  return { byFirstWord, says }
}

/** Words before the name of a tool that somebody uses. */
const used =
  /(?<!\p{L})(?:use|using|try|trust|choose|pick|buy|with|on|in|to|via|through|into|over|from|nutze|mit|avec|con)\s$/iu
const described = /^\s(?:is|are|was|were|has been|ist|war|est|était|es|era)\s/iu
